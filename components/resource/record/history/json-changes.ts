import { isJsonObject, type JsonValue } from "@/lib/schema/json";

/** One difference within a JSON value. A missing side is undefined. */
export interface JsonChange {
  /** Keys and indexes on the path to it: `owner.team`, `steps[2]`. Empty for the whole value. */
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * Returns the differences between two JSON values, as few and as deep as possible. An insertion or
 * removal in a list is one difference; common entries before and after it are skipped.
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

/** Returns the length of the common prefix of two lists. */
function commonPrefixLength(one: readonly JsonValue[], other: readonly JsonValue[]): number {
  const differs = one.findIndex((value, place) => !same(value, other[place]));
  return differs === -1 ? Math.min(one.length, other.length) : differs;
}

function own(value: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Ambiguous keys are quoted. */
function at(path: string, key: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

function same(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
