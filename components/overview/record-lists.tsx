import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { CellValue } from "@/components/fields/registry/cells";
import { SeverityEdge } from "@/components/resource/list/grid/severity-edge";
import { useWork } from "@/components/resource/list/grid/use-work";
import { Initials } from "@/components/ui/glyphs/initials";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import type { Latest, OpenIncidents } from "@/lib/contract/summary";
import { alert } from "@/lib/resources/alerts/alert";
import { incident } from "@/lib/resources/incidents/incident";
import { user } from "@/lib/resources/settings/user";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { OverviewSection } from "./section";
import { type OwnersByRecord, useOwnersOf } from "./use-owners-of";

/**
 * Lists the incidents that an on-call user looks for first: the newest, and those open the longest.
 */
export function FirstIncidents({ open }: { readonly open: OpenIncidents }) {
  const newest = open.newest.data;
  const known = new Set(newest.map(({ _id }) => _id));
  const oldest = open.oldest.data.filter(({ _id }) => !known.has(_id));
  const rows = [...newest, ...oldest];
  const owners = useOwnersOf(rows.map(({ _id }) => String(_id)));
  if (newest.length === 0) return <p className="text-13 text-ink-muted">No open incidents.</p>;
  const people = [...new Set([...owners.values()].flat())];
  const ask = mergeLabelRequests(
    referencedIds(incident, rows),
    people.length === 0 ? {} : { [user.path]: people },
  );
  const lines = { ...incidentLines, owners };
  return (
    <RecordLabels ask={ask}>
      <RecordLines {...lines} title="Newest" rows={newest} />
      {oldest.length > 0 && <RecordLines {...lines} title="Longest open" rows={oldest} />}
    </RecordLabels>
  );
}

const incidentLines = {
  resource: incident,
  number: "incidentNumberWithPrefix",
  facts: ["currentIncidentStateId", "monitors"],
};

/** Lists the latest alerts, whatever their state. */
export function RecentAlerts({ latest }: { readonly latest: Latest }) {
  return (
    <OverviewSection title="Recent alerts" more={{ path: "alert", name: "All alerts" }}>
      {latest.data.length === 0 && <p className="text-13 text-ink-muted">No alerts yet.</p>}
      <RecordLabels ask={referencedIds(alert, latest.data)}>
        <RecordLines {...alertLines} rows={latest.data} />
      </RecordLabels>
    </OverviewSection>
  );
}

const alertLines = {
  resource: alert,
  number: "alertNumberWithPrefix",
  facts: ["currentAlertStateId", "monitorId"],
};

interface LinesProps extends Omit<Props, "row"> {
  readonly rows: readonly Row[];
  readonly title?: string;
}

function RecordLines({ rows, title, ...line }: LinesProps) {
  const list = (
    <ul aria-label={title} className="grid grid-cols-1">
      {rows.map((row) => (
        <RecordLine key={String(row._id)} row={row} {...line} />
      ))}
    </ul>
  );
  if (title === undefined) return list;
  return (
    <div>
      <h3 className="font-medium text-12 text-ink-muted">{title}</h3>
      {list}
    </div>
  );
}

interface Props {
  readonly resource: Resource;
  readonly row: Row;
  /** Column of the record's number. */
  readonly number: string;
  /** Columns shown under the title. */
  readonly facts: readonly string[];
  readonly owners?: OwnersByRecord | undefined;
}

/**
 * Shows a record in two lines: severity, number, title, owners and age, then its state and other
 * facts. The whole area opens the record.
 */
function RecordLine({ resource, row, number, facts, owners }: Props) {
  const { base } = useProject();
  const { phase, color } = useWork(resource, row);
  const lifecycle = lifecycleOf(resource);
  const began = row[lifecycle?.began ?? "createdAt"];
  return (
    <li
      data-work={phase}
      className="group/row relative grid content-center gap-x-3 border-line border-b py-1.5 pl-2.5 text-13 hover:bg-surface-sunken pointer-coarse:min-h-11"
    >
      {color !== undefined && <SeverityEdge color={color} />}
      <span className="flex min-w-0 items-center gap-2">
        {lifecycle && <Mark column={lifecycle.severity} row={row} />}
        <span className="shrink-0 text-12 text-ink-muted tabular-nums">
          {String(row[number] ?? "")}
        </span>
        <a
          href={`${base}/${resource.path}/${String(row._id)}`}
          title={String(row.title)}
          className="min-w-0 flex-1 truncate font-medium text-ink-strong after:absolute after:inset-0 hover:underline group-data-[work=over]/row:font-normal group-data-[work=over]/row:text-ink-muted"
        >
          {bidiIsolate(String(row.title))}
        </a>
        <Owners of={owners} id={String(row._id)} />
        {typeof began === "string" && (
          <RelativeTime instant={began} className="shrink-0 text-12 text-ink-muted tabular-nums" />
        )}
      </span>
      <span className="flex min-w-0 gap-4 truncate [&>:first-child]:max-w-1/2 [&>:first-child]:shrink-0 text-12 text-ink-muted">
        {facts.map((name) => (
          <Fact key={name} {...{ resource, row, name }} />
        ))}
      </span>
    </li>
  );
}

/** The shape of a severity, with its name for screen readers and on hover. */
function Mark({ column, row }: { readonly column: Column; readonly row: Row }) {
  const label = useLabel(column.field.to ?? "", String(row[column.name]));
  // As wide as the shape, so that nothing moves once it is known.
  if (!label || label === "missing") return <span className="size-3.5 shrink-0" />;
  return (
    <span title={label.label} className="relative z-1 flex shrink-0">
      <RecordMark color={label.color} glyph={label.glyph} />
      <span className="sr-only">{label.label}</span>
    </span>
  );
}

/** The initials of the users who own a record. */
function Owners({ of, id }: { readonly of: OwnersByRecord | undefined; readonly id: string }) {
  const ids = of?.get(id) ?? [];
  return (
    <span className="flex shrink-0 -space-x-1.5">
      {ids.slice(0, 3).map((one) => (
        <OwnerInitials key={one} id={one} />
      ))}
    </span>
  );
}

function OwnerInitials({ id }: { readonly id: string }) {
  const label = useLabel(user.path, id);
  return label && label !== "missing" ? <Initials name={label.label} /> : null;
}

function Fact({
  resource,
  row,
  name,
}: Pick<Props, "resource" | "row"> & { readonly name: string }) {
  const column = shapeOf(resource).byColumn.get(name);
  return column ? <CellValue column={column} value={row[name]} /> : null;
}
