import { CountLink } from "@/components/overview/numbers";
import type { Report } from "@/lib/contract/report";
import { alert } from "@/lib/resources/alerts/alert";
import { BarRows } from "./bar-rows";
import { Figure } from "./figure";

type Noise = NonNullable<Report["noise"]>;

/** The monitors with the most alerts, and how many of these nobody touched. */
export function NoiseFigure({ noise }: { readonly noise: Noise }) {
  const { monitors, isComplete } = noise;
  return (
    <Figure
      title="Alert noise"
      about={`Alerts created in the period, by monitor.${isComplete ? "" : " The 15 monitors with the most alerts."} Short: resolved within 5 minutes.`}
      table={{
        file: "alert-noise",
        head: ["Monitor", "Alerts", "Never acknowledged", "Short"],
        rows: monitors.map(({ label, alerts, unacknowledged, short }) => [
          label,
          ...[alerts, unacknowledged, short].map((one) => ({ resource: alert, ...one })),
        ]),
      }}
    >
      {monitors.length === 0 && (
        <p className="text-13 text-ink-muted">No alert of a monitor in this period.</p>
      )}
      <BarRows
        unit="alerts"
        rows={monitors.map(({ _id, label, alerts, unacknowledged, short }) => ({
          ...{ key: _id, label, counted: { resource: alert, ...alerts } },
          more: (
            <>
              <CountLink resource={alert} counted={unacknowledged} /> never acknowledged (
              {share(unacknowledged.count, alerts.count)}),{" "}
              <CountLink resource={alert} counted={short} /> short (
              {share(short.count, alerts.count)})
            </>
          ),
        }))}
      />
    </Figure>
  );
}

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`;
}
