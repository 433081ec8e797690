import { RecordLabels, referencedIds } from "@/components/fields/record-labels";
import type { OpenIncidents } from "@/lib/contract/summary";
import { incident } from "@/lib/resources/incidents/incident";
import type { Row } from "@/lib/schema/row";
import { RecordLine } from "./record-line";

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
      <Lines title="Newest" rows={newest} />
      {oldest.length > 0 && <Lines title="Longest open" rows={oldest} />}
    </RecordLabels>
  );
}

function Lines({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <div>
      <h3 className="font-medium text-12 text-ink-muted">{title}</h3>
      <ul aria-label={title} className="grid">
        {rows.map((row) => (
          <RecordLine
            key={String(row._id)}
            {...{ row, facts }}
            resource={incident}
            number="incidentNumberWithPrefix"
          />
        ))}
      </ul>
    </div>
  );
}

const facts = ["currentIncidentStateId", "incidentSeverityId", "declaredAt"];
