import { CountLink } from "@/components/overview/numbers";
import { listPathForQuery } from "@/components/resource/list/query/list-paths";
import { colorStyle } from "@/components/ui/glyphs/color-style";
import { useProject } from "@/lib/client/project/project";
import type { IncidentNumbers, Report } from "@/lib/contract/report";
import { incident } from "@/lib/resources/incidents/incident";
import { Figure } from "./figure";
import { withOtherSeverity } from "./other-severity";
import { weekName, weekNote } from "./week-name";

interface Props {
  readonly weeks: Report["weeks"];
  readonly incidents: IncidentNumbers;
}

/** Incidents by week, stacked by severity. Each segment opens its incidents. */
export function WeekBars({ weeks, incidents }: Props) {
  const severities = withOtherSeverity(incidents);
  const countsOf = (place: number) =>
    severities.map((severity, rank) => ({
      ...severity,
      pattern: patternOf(rank),
      ...(severity.perWeek[place] ?? { count: 0, query: {} }),
    }));
  const sums = weeks.map((_, place) => countsOf(place).reduce((sum, { count }) => sum + count, 0));
  const largest = Math.max(1, ...sums);
  return (
    <Figure
      title="Incidents per week"
      about={`Incidents by the week in which they were declared, by their present severity. ${weekNote(weeks)}`}
      table={{
        file: "incidents-per-week",
        head: ["Week from", ...severities.map(({ label }) => label)],
        rows: weeks.map((week, place) => [
          week.week,
          ...countsOf(place).map((counted) => ({ resource: incident, ...counted })),
        ]),
      }}
    >
      {severities.length === 0 && (
        <p className="text-13">
          <CountLink resource={incident} counted={incidents} /> incidents. You cannot read their
          severities.
        </p>
      )}
      <ul className="grid gap-1">
        {severities.length > 0 &&
          weeks.map((week, place) => (
            <li
              key={week.week}
              className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-2 text-12"
            >
              <span className="text-ink-muted">{weekName(week)}</span>
              <Segments
                name={weekName(week)}
                share={(sums[place] ?? 0) / largest}
                segments={countsOf(place)}
              />
            </li>
          ))}
      </ul>
      <Legend severities={severities} />
    </Figure>
  );
}

/** Two severities may have colors that look the same. The pattern tells them apart, the worst is solid. */
const patterns = [
  "bg-current",
  "bg-[repeating-linear-gradient(135deg,currentcolor_0_3px,transparent_3px_6px)]",
  "bg-[repeating-linear-gradient(90deg,currentcolor_0_2px,transparent_2px_4px)]",
  "bg-[repeating-linear-gradient(0deg,currentcolor_0_2px,transparent_2px_4px)]",
] as const;

/** Returns the class of the pattern for a place in the order of severities, from 0 for the worst. */
function patternOf(rank: number): string {
  return patterns[rank % patterns.length] ?? patterns[0];
}

interface SegmentsProps {
  readonly name: string;
  /** Share of the largest week, from 0 to 1. */
  readonly share: number;
  readonly segments: readonly {
    readonly _id: string;
    readonly label: string;
    readonly color: string | null;
    readonly pattern: string;
    readonly count: number;
    readonly query: IncidentNumbers["query"];
  }[];
}

/** A segment is never narrower than a finger can hit, so its number stands in it. */
function Segments({ name, share, segments }: SegmentsProps) {
  const { base } = useProject();
  const shown = segments.filter(({ count }) => count > 0);
  if (shown.length === 0) return <span className="h-8 content-center text-ink-muted">0</span>;
  return (
    <span className="flex min-w-fit" style={{ width: `${100 * share}%` }}>
      {shown.map(({ _id, label, color, pattern, count, query }) => (
        <a
          key={_id}
          href={listPathForQuery(base, incident, query)}
          aria-label={`${name}, ${label}: ${count}`}
          title={`${label}: ${count}`}
          style={{ flexGrow: count, flexBasis: 24 }}
          className="grid h-8 min-w-6 content-center gap-0.5 border-surface border-r hover:bg-surface-sunken"
        >
          <span
            aria-hidden="true"
            style={colorStyle(color ?? undefined)}
            className={`color-of-data block h-2.5 rounded-xs forced-color-adjust-none ${pattern}`}
          />
          <span className="text-center text-ink-strong leading-none tabular-nums">{count}</span>
        </a>
      ))}
    </span>
  );
}

function Legend({ severities }: Pick<IncidentNumbers, "severities">) {
  const { base } = useProject();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12">
      {severities.map(({ _id, label, color, total }, rank) => (
        <li key={_id}>
          <a
            href={listPathForQuery(base, incident, total.query)}
            className="flex h-6 items-center gap-1.5 hover:underline pointer-coarse:h-11"
          >
            <span
              aria-hidden="true"
              style={colorStyle(color ?? undefined)}
              className={`color-of-data h-2.5 w-5 rounded-xs forced-color-adjust-none ${patternOf(rank)}`}
            />
            <span className="text-ink">
              {label}: <span className="tabular-nums">{total.count.toLocaleString("en")}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
