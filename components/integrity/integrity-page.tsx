"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "@/components/errors/error-message";
import { CountLink } from "@/components/overview/numbers";
import { OverviewSection } from "@/components/overview/section";
import { PageBody } from "@/components/page/page-body";
import { Button } from "@/components/ui/button";
import { SkeletonLines } from "@/components/ui/skeleton";
import { titleOf } from "@/components/words/field-title";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { integrityQuery } from "@/lib/client/queries/integrity";
import type { Finding, Integrity } from "@/lib/contract/integrity";
import { resourceAt } from "@/lib/resources/index";
import { shapeOf } from "@/lib/schema/shape";
import { type FindingText, findingTexts } from "./finding-texts";
import { RepairMonitors } from "./repair-monitors";

/** Lists contradictions between the records of the project. Each finding opens its records. */
export function IntegrityPage() {
  const { project } = useProject();
  const { data, error, isFetching, refetch } = useQuery(integrityQuery(project._id));
  return (
    <PageBody>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid gap-1">
            <h1 className="font-semibold text-20 text-ink-strong">Integrity</h1>
            <p className="max-w-prose text-13 text-ink-muted">
              Records that contradict other records. Select a number to open the records.
            </p>
          </div>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Run again
          </Button>
        </div>
        {error && !(data && isFetching) && (
          <p role="alert">
            {data && "The check failed. Results of the previous run are shown. "}
            <ErrorMessage error={error} />
          </p>
        )}
        {!error && !data && <SkeletonLines />}
        {data && <Report report={data} />}
      </div>
    </PageBody>
  );
}

function Report({ report }: { readonly report: Integrity }) {
  const { checks, isComplete, unreadable } = report;
  const found = checks.filter(({ count }) => count > 0).length;
  return (
    <>
      <p role="status" className="text-13">
        {verdict(found, checks.length)}
        {!isComplete &&
          " Some checks took too long and were not finished; what they found so far is shown."}
      </p>
      <RepairMonitors report={report} />
      {partsOf(checks).map(({ kind, about, own }) => (
        <FindingsSection key={kind} about={about} checks={own} isPartial={unreadable.length > 0} />
      ))}
      {unreadable.length > 0 && (
        <p className="max-w-prose text-12 text-ink-muted">
          Not checked because you cannot read them:{" "}
          {unreadable.map((path) => inSentence(resourceAt(path)?.plural ?? path)).join(", ")}.
        </p>
      )}
    </>
  );
}

/** Groups the checks by kind. Kinds with findings come first. */
function partsOf(checks: Integrity["checks"]) {
  const parts = Object.entries(findingTexts).map(([kind, about]) => {
    const own = checks.filter((check) => check.kind === kind);
    return { kind, about, own, isFound: own.some(({ count }) => count > 0) };
  });
  return parts.sort((one, other) => Number(other.isFound) - Number(one.isFound));
}

function verdict(found: number, looked: number): string {
  if (looked === 0) return "You cannot read any of the checked records.";
  if (found === 0) return `No problems found in ${looked} checks.`;
  return `${found} of ${looked} checks found problems.`;
}

interface FindingsSectionProps {
  readonly about: FindingText;
  readonly checks: readonly Finding[];
  /** The user may not read all records, so the result covers only some of them. */
  readonly isPartial: boolean;
}

/** Shows the findings of one kind. */
function FindingsSection({ about, checks, isPartial }: FindingsSectionProps) {
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
