import { RecordLabels, referencedIds } from "@/components/fields/record-labels";
import type { Latest } from "@/lib/contract/summary";
import { alert } from "@/lib/resources/alerts/alert";
import { RecordLine } from "./record-line";
import { OverviewSection } from "./section";

/** Lists the latest alerts, whatever their state. */
export function RecentAlerts({ latest }: { readonly latest: Latest }) {
  return (
    <OverviewSection title="Recent alerts" more={{ path: "alert", name: "All alerts" }}>
      {latest.data.length === 0 && <p className="text-13 text-ink-muted">No alerts yet.</p>}
      <RecordLabels ask={referencedIds(alert, latest.data)}>
        <ul className="grid">
          {latest.data.map((row) => (
            <RecordLine
              key={String(row._id)}
              {...{ row, facts }}
              resource={alert}
              number="alertNumberWithPrefix"
            />
          ))}
        </ul>
      </RecordLabels>
    </OverviewSection>
  );
}

const facts = ["currentAlertStateId", "alertSeverityId", "createdAt"];
