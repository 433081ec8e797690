import { isJsonObject, type JsonValue } from "@/lib/schema/json";

/** One place within a JSON value that differs; a side that is not there is undefined. */
export interface JsonChange {
  /** Keys and places on the way to it: `owner.team`, `steps[2]`. Empty for the value as a whole. */
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * Where two JSON values differ, as few and as deep places as tell it. What is put into or taken out of a list is
 * one place: what stands before and behind it is left alone.
 */
export function jsonChanges(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path = "",
): readonly JsonChange[] {
  if (same(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      jsonChanges(own(before, key), own(after, key), at(path, key)),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  return [{ path, before, after }];
}

function listChanges(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: string,
): readonly JsonChange[] {
  const start = commonPrefixLength(before, after);
  const [restBefore, restAfter] = [before.slice(start), after.slice(start)];
  const end = commonPrefixLength(restBefore.toReversed(), restAfter.toReversed());
  const mine = restBefore.slice(0, restBefore.length - end);
  const theirs = restAfter.slice(0, restAfter.length - end);
  const length = Math.max(mine.length, theirs.length);
  return Array.from({ length }, (_, step) =>
    jsonChanges(mine[step], theirs[step], `${path}[${start + step}]`),
  ).flat();
}

/** How many values two lists begin with alike. */
function commonPrefixLength(one: readonly JsonValue[], other: readonly JsonValue[]): number {
  const differs = one.findIndex((value, place) => !same(value, other[place]));
  return differs === -1 ? Math.min(one.length, other.length) : differs;
}

function own(value: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Keys that could be taken for something else are quoted. */
function at(path: string, key: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

function same(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
