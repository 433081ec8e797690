import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";

/** A record of the sample project, as the data of a create request, and its time of creation. */
export interface SampleRow {
  readonly path: string;
  /** ISO 8601. The clock to create the record by, which gives a realistic `createdAt`. */
  readonly at: string;
  readonly data: JsonObject;
}

/** Makes rows of one sample project. Ages are in minutes before `now`. */
export interface Sampler {
  row(path: string, n: number, minutesAgo: number, data: JsonObject): SampleRow;
  /** Returns the time that many minutes ago, ISO 8601. */
  at(minutesAgo: number): string;
}

export const hour = 60;
export const day = 24 * hour;

/** Age of the sample project, in minutes. */
export const beginning = 120 * day;

/** Returns a sampler for `now`. Rows get the id `sampleId(path, n)` and the sample project's id. */
export function samplerAt(now: Date): Sampler {
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
  const row: Sampler["row"] = (path, n, minutesAgo, data) => ({
    path,
    at: at(minutesAgo),
    data: { _id: sampleId(path, n), projectId: sampleId("project", 1), ...data },
  });
  return { row, at };
}

/** The salt that gives sample records the ids of the examples in the documentation. */
export const fixedSalt = "0".repeat(18);

/**
 * Returns the id of the nth sample record of a resource, counted from 1, up to 65,535. Every
 * deployment has its own salt, 18 hexadecimal digits (72 bits), so that nobody outside the project
 * knows the ids of its records.
 */
export function sampleId(path: string, n: number, salt = fixedSalt): string {
  const [a, b, c, d] = [salt.slice(0, 4), salt.slice(4, 7), salt.slice(7, 10), salt.slice(10, 18)];
  return `${hashOf(path)}-${a}-7${b}-8${c}-${d}${n.toString(16).padStart(4, "0")}`;
}

/** Replaces the fixed ids of sample records within a value by those of a deployment. */
export function salted(value: JsonValue, salt: string): JsonValue {
  if (typeof value === "string") return isFixed.test(value) ? withSalt(value, salt) : value;
  if (Array.isArray(value)) return value.map((one: JsonValue) => salted(one, salt));
  return isJsonObject(value) ? saltedData(value, salt) : value;
}

/** Does the same for the data of a row. */
export function saltedData(data: JsonObject, salt: string): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, salted(one, salt)]));
}

const isFixed = /^[0-9a-f]{8}-0000-7000-8000-00000000[0-9a-f]{4}$/;

function withSalt(id: string, salt: string): string {
  const [path = "", n = ""] = [id.slice(0, 8), id.slice(-4)];
  return `${path}${sampleId("", Number.parseInt(n, 16), salt).slice(8)}`;
}

/** Returns the element at `index` modulo the length of the list. Throws when the list is empty. */
export function around<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length];
  if (element === undefined) throw new Error("An empty list has no element to go round to.");
  return element;
}

/** Returns a pseudo-random integer from `low` to `high`, both included, the same for a `seed`. */
export function scattered(seed: number, low: number, high: number): number {
  const mixed = Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995;
  const fraction = (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0) / 2 ** 32;
  return low + Math.floor(fraction * (high - low + 1));
}

/** Returns FNV-1a over the UTF-16 units, as eight hex digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
