import { CountLink } from "@/components/overview/numbers";
import { OverviewSection } from "@/components/overview/section";
import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import type { Finding } from "@/lib/contract/integrity";
import { resourceAt } from "@/lib/resources/index";
import { shapeOf } from "@/lib/schema/shape";
import type { FindingText } from "./finding-texts";

/** Shows the findings of one kind. */
export function FindingsSection({
  about,
  checks,
  isPartial,
}: {
  readonly about: FindingText;
  readonly checks: readonly Finding[];
  /** The user may not read all records, so the result covers only some of them. */
  readonly isPartial: boolean;
}) {
  if (checks.length === 0) return null;
  const found = checks.filter(({ count }) => count > 0);
  const none = isPartial ? "No problems found in the records you can read." : about.none;
  return (
    <OverviewSection title={about.title}>
      <p className="text-13 text-ink-muted">{found.length > 0 ? about.help : none}</p>
      {found.length > 0 && (
        <ul className="grid max-w-2xl">
          {found.map((finding) => (
            <Line key={`${finding.resource} ${finding.column}`} finding={finding} />
          ))}
        </ul>
      )}
    </OverviewSection>
  );
}

function Line({ finding }: { readonly finding: Finding }) {
  const { count, query, hasMore } = finding;
  const resource = resourceAt(finding.resource);
  const column = resource && shapeOf(resource).byColumn.get(finding.column);
  if (!resource || !column) return null;
  return (
    <li className="flex items-baseline justify-between gap-4 border-line border-b py-1.5 text-13">
      <span className="min-w-0">
        <span className="text-ink-strong">{sentenceCase(resource.plural)}</span>
        <span className="text-ink-muted"> by {titleOf(column).toLowerCase()}</span>
      </span>
      <span className="shrink-0">
        <CountLink resource={resource} counted={{ count, query }} />
        {hasMore && <span className="text-ink-muted"> and more</span>}
      </span>
    </li>
  );
}
