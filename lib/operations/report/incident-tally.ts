import type { IncidentNumbers } from "@/lib/contract/report";
import type { Timings } from "@/lib/contract/report-parts";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { isWithin, type Period } from "./period";
import { Durations } from "./timing";

/** The columns of durations: until the acknowledgment, and until the resolution. */
export const durationColumns = ["acknowledgedAfterSeconds", "resolvedAfterSeconds"] as const;
const [acknowledgedAfter, resolvedAfter] = durationColumns;

/** A severity as reports show it. */
export interface Severity {
  readonly _id: string;
  readonly label: string;
  readonly color: string | null;
}

/** A readable incident of the period. */
export interface DeclaredIncident {
  readonly id: string;
  readonly declaredMs: number;
  /** Undefined while it is open. */
  readonly resolvedMs: number | undefined;
}

/** The counts and durations of the incidents read so far. */
export class IncidentTally {
  readonly declared: DeclaredIncident[] = [];
  readonly #period: Period;
  readonly #severities: readonly Severity[];
  readonly #tellsTimes: boolean;
  readonly #placeOf: ReadonlyMap<string, number>;
  /** By week, then by severity. */
  readonly #counts: number[][];
  readonly #acknowledged: Grouped;
  readonly #resolved: Grouped;
  #week = 0;

  constructor(period: Period, severities: readonly Severity[] | undefined, tellsTimes: boolean) {
    this.#period = period;
    this.#severities = severities ?? [];
    this.#tellsTimes = tellsTimes;
    this.#placeOf = new Map(this.#severities.map(({ _id }, place) => [_id, place]));
    this.#counts = period.weeks.map(() => this.#severities.map(() => 0));
    this.#acknowledged = new Grouped(period.weeks.length, this.#severities.length);
    this.#resolved = new Grouped(period.weeks.length, this.#severities.length);
  }

  /** Adds an incident, which was not declared before the one added last. */
  add(row: Row): void {
    const declaredAt = String(row["declaredAt"]);
    const { weeks } = this.#period;
    while (declaredAt >= (weeks[this.#week]?.end ?? "~")) this.#week += 1;
    const severity = this.#placeOf.get(String(row["incidentSeverityId"]));
    const counts = this.#counts[this.#week];
    if (counts && severity !== undefined) counts[severity] = (counts[severity] ?? 0) + 1;
    const resolved = secondsIn(row[resolvedAfter] ?? null);
    this.#acknowledged.add(this.#week, severity, secondsIn(row[acknowledgedAfter] ?? null));
    this.#resolved.add(this.#week, severity, resolved);
    const declaredMs = Date.parse(declaredAt);
    const resolvedMs = resolved === null ? undefined : declaredMs + resolved * 1_000;
    this.declared.push({ id: String(row["_id"]), declaredMs, resolvedMs });
  }

  numbers(projectId: string): IncidentNumbers {
    const query = { projectId, declaredAt: isWithin(this.#period) };
    const ofSeverity = (_id: string) => ({ incidentSeverityId: _id });
    const severities = this.#severities.map((severity, place) => {
      const counts = this.#counts.map((week) => week[place] ?? 0);
      const own = ofSeverity(severity._id);
      return {
        ...severity,
        total: {
          count: counts.reduce((sum, count) => sum + count, 0),
          query: { ...query, ...own },
        },
        perWeek: this.#period.weeks.map((week, at) => ({
          count: counts[at] ?? 0,
          query: { projectId, declaredAt: isWithin(week), ...own },
        })),
      };
    });
    const timings = (grouped: Grouped, column: string): Timings | null =>
      this.#tellsTimes ? this.#timings(grouped, column, query) : null;
    return {
      ...{ count: this.declared.length, query, severities },
      acknowledged: timings(this.#acknowledged, acknowledgedAfter),
      resolved: timings(this.#resolved, resolvedAfter),
    };
  }

  #timings({ all, weeks, severities }: Grouped, column: string, query: JsonObject): Timings {
    return {
      all: all.timing(query, column),
      perWeek: this.#period.weeks.map((week, place) =>
        at(weeks, place).timing({ ...query, declaredAt: isWithin(week) }, column),
      ),
      bySeverity: this.#severities.map(({ _id }, place) => ({
        severity: _id,
        timing: at(severities, place).timing({ ...query, incidentSeverityId: _id }, column),
      })),
    };
  }
}

/** Durations of all incidents, of each week and of each severity. */
class Grouped {
  readonly all = new Durations();
  readonly weeks: readonly Durations[];
  readonly severities: readonly Durations[];

  constructor(weeks: number, severities: number) {
    this.weeks = Array.from({ length: weeks }, () => new Durations());
    this.severities = Array.from({ length: severities }, () => new Durations());
  }

  add(week: number, severity: number | undefined, seconds: number | null): void {
    this.all.add(seconds);
    this.weeks[week]?.add(seconds);
    if (severity !== undefined) this.severities[severity]?.add(seconds);
  }
}

function at(groups: readonly Durations[], place: number): Durations {
  return groups[place] ?? new Durations();
}

function secondsIn(value: JsonValue): number | null {
  return typeof value === "number" ? value : null;
}
