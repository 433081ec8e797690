import type { JsonValue } from "@/lib/schema/json";

/** Returns a stored text, or "" for none. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Returns a stored text, or undefined for none. */
export function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the ids of a relation list. */
export function idsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Returns the days of a history, between none and a year. Settings hold any number. */
export function historyDaysIn(value: JsonValue | undefined): number {
  return Math.min(365, Math.max(0, Math.floor(Number(value ?? 0))));
}

/** Returns the earliest of some times, in milliseconds since 1970; undefined without any. */
export function earliest(times: readonly (number | undefined)[]): number | undefined {
  return times
    .filter((time) => time !== undefined)
    .reduce<number | undefined>((one, other) => Math.min(one ?? other, other), undefined);
}

/** Returns the later of two times, ISO 8601. */
export function later(one: string, other: string): string {
  return one > other ? one : other;
}
