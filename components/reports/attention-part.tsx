import { CountLink } from "@/components/overview/numbers";
import { OverviewSection } from "@/components/overview/section";
import { RelativeTime } from "@/components/ui/relative-time";
import { useProject } from "@/lib/client/project/project";
import type { Report } from "@/lib/contract/report";
import { incident } from "@/lib/resources/incidents/incident";

/** Incidents to look at now, whatever the period: open longest, without owner, without postmortem. */
export function AttentionPart({ attention }: { readonly attention: Report["attention"] }) {
  const { base } = useProject();
  const { open, unowned, withoutPostmortem } = attention;
  if (!open && !unowned && !withoutPostmortem) return null;
  return (
    <OverviewSection title="To look at">
      <ul className="grid grid-cols-1 gap-1 text-13">
        {unowned && (
          <li className="min-h-6">
            <CountLink resource={incident} counted={unowned} />
            {unowned.hasMore && " and more"} open without an owner
          </li>
        )}
        {withoutPostmortem && (
          <li className="min-h-6">
            <CountLink resource={incident} counted={withoutPostmortem} /> of the worst severity
            without a published postmortem, 7 to 97 days after their declaration
          </li>
        )}
        {open && (
          <li className="min-h-6">
            <CountLink resource={incident} counted={open} /> {openWords(open)}
          </li>
        )}
      </ul>
      <ul className="grid grid-cols-1 gap-1 text-13">
        {open?.data.map((row) => (
          <li key={String(row._id)} className="flex min-h-6 items-baseline gap-2">
            <a
              href={`${base}/incident/${row._id}`}
              className="min-w-0 truncate text-ink-strong hover:underline"
            >
              {String(row.incidentNumberWithPrefix ?? "")} {String(row.title)}
            </a>
            <RelativeTime
              instant={String(row.declaredAt)}
              className="shrink-0 text-12 text-ink-muted"
            />
          </li>
        ))}
      </ul>
    </OverviewSection>
  );
}

function openWords({ count, data }: NonNullable<Report["attention"]["open"]>): string {
  if (data.length === 0) return "open";
  if (count > data.length) return "open, these for the longest:";
  return data.length === 1 ? "open:" : "open, the oldest first:";
}
