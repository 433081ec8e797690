import type { Report } from "@/lib/contract/report";
import { incidentOwnerUser } from "@/lib/resources/incidents/incident-owner-user";
import { BarRows } from "./bar-rows";
import { Figure } from "./figure";
import { zoneInWords } from "./range";

interface LoadProps {
  readonly load: NonNullable<Report["load"]>;
  readonly timeZone: string;
}

/** Incidents by owner, with the hours in which they were open, and those at night. */
export function LoadFigure({ load, timeZone }: LoadProps) {
  const { people, isComplete } = load;
  const rows = people.map(({ owned, ...person }) => ({
    ...person,
    counted: { resource: incidentOwnerUser, ...owned },
  }));
  return (
    <Figure
      title="Load per person"
      about={`Incidents declared in the period, by owner. Hours: at least one of them was open. Night: 22:00 to 07:00 in ${zoneInWords(timeZone)}.${isComplete ? "" : " Only the newest 20,000 incidents."}`}
      table={{
        file: "load-per-person",
        head: ["Person", "Incidents", "Hours", "Hours at night"],
        rows: rows.map(({ label, counted, hours, nightHours }) => [
          ...[label, counted, hours, nightHours],
        ]),
      }}
    >
      {rows.length === 0 && <p className="text-13 text-ink-muted">No incident has an owner.</p>}
      <BarRows
        unit="incidents"
        rows={rows.map(({ _id, label, counted, hours, nightHours }) => ({
          ...{ key: _id, label, counted },
          more: `${hoursOf(hours)} open, ${hoursOf(nightHours)} of them at night`,
        }))}
      />
    </Figure>
  );
}

function hoursOf(hours: number): string {
  return `${hours.toLocaleString("en", { maximumFractionDigits: 1 })} h`;
}
