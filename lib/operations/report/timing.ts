import type { Timing } from "@/lib/contract/report-parts";
import type { JsonObject } from "@/lib/schema/json";

/** Below this number of values, percentiles say nothing. */
const fewest = 5;

/** The durations of some records, as they are collected. */
export class Durations {
  readonly #values: number[] = [];
  #open = 0;

  /** Adds a duration in seconds; null for a record that has not come so far. */
  add(seconds: number | null): void {
    if (seconds === null) this.#open += 1;
    else this.#values.push(seconds);
  }

  /** Returns the numbers, with the queries of the records that have come so far and of the others. */
  timing(query: JsonObject, column: string): Timing {
    const values = Float64Array.from(this.#values).sort();
    const isFew = values.length < fewest;
    return {
      ...{ count: values.length, query: { ...query, [column]: { _type: "NotNull" } } },
      median: isFew ? null : nearestRank(values, 50),
      p90: isFew ? null : nearestRank(values, 90),
      mean: values.length === 0 ? null : sumOf(values) / values.length,
      values: isFew ? [...values] : null,
      open: { count: this.#open, query: { ...query, [column]: null } },
    };
  }
}

/** Returns the smallest value that is not below `percent` of the values, which are in order. */
export function nearestRank(values: Float64Array, percent: number): number {
  return values[Math.max(0, Math.ceil((percent * values.length) / 100) - 1)] ?? 0;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
