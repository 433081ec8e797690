import type { Fault } from "@/lib/errors";
import { nearest, pointerOf } from "@/lib/schema/pointer";

/** Many programs send these with every request. They are ignored where they have no effect. */
const ignored: readonly string[] = ["limit", "skip"];
/** Limit on listed faults, because a query string has room for thousands of names. */
const mostFaults = 20;

/**
 * Returns a fault for each parameter of a query string that is not in `known`, and for each one that
 * is there twice: the request would otherwise be answered as if it were not there. `hintFor` may explain a name better than a
 * suggestion does.
 */
export function parameterFaults(
  query: URLSearchParams,
  known: readonly string[],
  hintFor: (name: string) => string | undefined = () => undefined,
): Fault[] {
  const names = new Set(query.keys());
  const unknown = [...names].filter((name) => !known.includes(name) && !ignored.includes(name));
  const faults = unknown.slice(0, mostFaults).map((name) => {
    const hint = hintFor(name) ?? suggestion(name, known);
    const message = `"${name.slice(0, 60)}" is not a parameter of this path. ${hint}`;
    return { pointer: pointerOf(name), field: name, message };
  });
  if (names.size < query.size) faults.push(...repeated(query, known));
  return faults;
}

function repeated(query: URLSearchParams, known: readonly string[]): Fault[] {
  const twice = known.filter((name) => query.getAll(name).length > 1);
  return twice.map((name) => {
    const message = `"${name}" is there more than once. Send it once.`;
    return { pointer: pointerOf(name), field: name, message };
  });
}

function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== undefined) return `Did you mean ${near}?`;
  return known.length === 0 ? "It has none." : `It has ${known.join(", ")}.`;
}
