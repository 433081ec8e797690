import Link from "next/link";
import { RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { CellValue } from "@/components/fields/registry/cells";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import type { Latest, OpenIncidents } from "@/lib/contract/summary";
import { alert } from "@/lib/resources/alerts/alert";
import { incident } from "@/lib/resources/incidents/incident";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { OverviewSection } from "./section";

/**
 * Lists the incidents that an on-call user looks for first: the newest, and those open the longest.
 */
export function FirstIncidents({ open }: { readonly open: OpenIncidents }) {
  const newest = open.newest.data;
  const known = new Set(newest.map(({ _id }) => _id));
  const oldest = open.oldest.data.filter(({ _id }) => !known.has(_id));
  if (newest.length === 0) return <p className="text-13 text-ink-muted">No open incidents.</p>;
  return (
    <RecordLabels ask={referencedIds(incident, [...newest, ...oldest])}>
      <RecordLines {...incidentLines} title="Newest" rows={newest} />
      {oldest.length > 0 && <RecordLines {...incidentLines} title="Longest open" rows={oldest} />}
    </RecordLabels>
  );
}

const incidentLines = {
  resource: incident,
  number: "incidentNumberWithPrefix",
  facts: ["currentIncidentStateId", "incidentSeverityId", "declaredAt"],
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
  facts: ["currentAlertStateId", "alertSeverityId", "createdAt"],
};

interface LinesProps extends Omit<Props, "row"> {
  readonly rows: readonly Row[];
  readonly title?: string;
}

function RecordLines({ rows, title, ...line }: LinesProps) {
  const list = (
    <ul aria-label={title} className="grid">
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
}

/**
 * Shows a record in two lines: number and title, then facts on its state. The whole area opens the
 * record.
 */
function RecordLine({ resource, row, number, facts }: Props) {
  const { base } = useProject();
  return (
    <li className="relative grid content-center gap-x-3 border-line border-b py-1.5 text-13 hover:bg-surface-sunken pointer-coarse:min-h-11">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="shrink-0 text-12 text-ink-muted tabular-nums">
          {String(row[number] ?? "")}
        </span>
        <Link
          href={`${base}/${resource.path}/${String(row._id)}`}
          prefetch={false}
          className="truncate font-medium text-ink-strong after:absolute after:inset-0 hover:underline"
        >
          {bidiIsolate(String(row.title))}
        </Link>
      </span>
      <span className="flex min-w-0 gap-4 text-12 text-ink-muted">
        {facts.map((name) => (
          <Fact key={name} {...{ resource, row, name }} />
        ))}
      </span>
    </li>
  );
}

function Fact({
  resource,
  row,
  name,
}: Pick<Props, "resource" | "row"> & { readonly name: string }) {
  const column = shapeOf(resource).byColumn.get(name);
  return column ? <CellValue column={column} value={row[name]} /> : null;
}
