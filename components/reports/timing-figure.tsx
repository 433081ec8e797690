import { CountLink } from "@/components/overview/numbers";
import { listPathForQuery } from "@/components/resource/list/query/list-paths";
import { useProject } from "@/lib/client/project/project";
import type { IncidentNumbers, Report } from "@/lib/contract/report";
import type { Timing, Timings } from "@/lib/contract/report-parts";
import { incident } from "@/lib/resources/incidents/incident";
import { Figure } from "./figure";
import type { Cell } from "./report-table";
import { type Lacks, timingWords } from "./timing-words";
import { weekName, weekNote } from "./week-name";

interface Props {
  readonly title: string;
  readonly about: string;
  readonly file: string;
  readonly lacks: Lacks;
  readonly weeks: Report["weeks"];
  readonly severities: IncidentNumbers["severities"];
  readonly timings: Timings;
}

/** How long incidents took: in all, by severity and by week. */
export function TimingFigure(props: Props) {
  const { title, about, file, lacks, weeks, severities, timings } = props;
  const ofSeverity = timings.bySeverity.map(({ severity, timing }) => {
    const name = severities.find(({ _id }) => _id === severity)?.label ?? "";
    return { key: severity, name, cell: name, timing };
  });
  const ofWeek = weeks.flatMap((week, place) => {
    const timing = timings.perWeek[place];
    return timing ? [{ key: week.week, name: weekName(week), cell: week.week, timing }] : [];
  });
  const all = { key: "all", name: "All", cell: "All", timing: timings.all };
  const rows = [all, ...ofSeverity, ...ofWeek];
  const largest = Math.max(1, ...rows.map(({ timing }) => longestOf(timing)));
  return (
    <Figure
      title={title}
      about={`${about} ${weekNote(weeks)}`}
      table={{
        file,
        head: [
          "Severity, or week from",
          "Incidents",
          "Median, s",
          "90th percentile, s",
          "Mean, s",
          `Still ${lacks}`,
        ],
        rows: rows.map(({ cell, timing }): Cell[] => [
          cell,
          { resource: incident, ...timing },
          ...[timing.median, timing.p90, timing.mean].map(inSeconds),
          { resource: incident, ...timing.open },
        ]),
      }}
    >
      <ul className="grid grid-cols-[fit-content(9rem)_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5">
        {rows.map(({ key, name, timing }) => (
          <TimingRow key={key} {...{ name, timing, largest, lacks }} />
        ))}
      </ul>
      <p className="text-12 text-ink-muted">
        <Swatch look="bg-ink" /> Median. <Swatch look="bg-line-strong/60" /> Up to the 90th
        percentile. Below 5 incidents, each one is a mark.
      </p>
    </Figure>
  );
}

/** A piece of a bar in its color, which differs between the themes. */
function Swatch({ look }: { readonly look: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block h-2 w-4 rounded-xs forced-color-adjust-none ${look}`}
    />
  );
}

interface RowProps {
  readonly name: string;
  readonly timing: Timing;
  readonly largest: number;
  readonly lacks: Lacks;
}

function TimingRow({ name, timing, largest, lacks }: RowProps) {
  const { base } = useProject();
  const { count, open, query } = timing;
  return (
    <li className="col-span-3 grid grid-cols-subgrid items-center text-12">
      <span className="wrap-anywhere min-w-22 text-ink-muted">{name}</span>
      <a
        href={listPathForQuery(base, incident, query)}
        aria-label={`${name}: ${timingWords(timing, lacks)}`}
        className="grid min-h-8 content-center gap-0.5 rounded-sm px-1 hover:bg-surface-sunken pointer-coarse:min-h-11"
      >
        {count > 0 && <Marks timing={timing} largest={largest} />}
        <span aria-hidden="true" className="text-ink tabular-nums">
          {timingWords(timing, lacks)}
        </span>
      </a>
      <span className="text-right text-ink-muted">
        {open.count > 0 && (
          <>
            <CountLink resource={incident} counted={open} /> {lacks}
          </>
        )}
      </span>
    </li>
  );
}

function Marks({ timing, largest }: Pick<RowProps, "timing" | "largest">) {
  const { median, p90, values } = timing;
  const left = (seconds: number) => `${(100 * seconds) / largest}%`;
  return (
    <span
      aria-hidden="true"
      className="relative block h-2 overflow-hidden rounded-xs bg-surface-sunken forced-color-adjust-none"
    >
      {p90 !== null && (
        <span
          className="absolute inset-y-0 left-0 bg-line-strong/60"
          style={{ width: left(p90) }}
        />
      )}
      {median !== null && (
        <span className="absolute inset-y-0 left-0 bg-ink" style={{ width: left(median) }} />
      )}
      {values?.map((seconds, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: two incidents may take equally long.
          key={place}
          className="absolute inset-y-0 w-0.5 bg-ink"
          style={{ left: `min(${left(seconds)}, calc(100% - 2px))` }}
        />
      ))}
    </span>
  );
}

function longestOf({ p90, values }: Timing): number {
  return p90 ?? Math.max(0, ...(values ?? []));
}

function inSeconds(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
