import type { Fault } from "@/lib/errors";

/** Returns the JSON pointer (RFC 6901) of a path. */
export function pointerOf(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Returns a fault at a path in the body. Its message begins with the field's name. */
export function faultAt(path: readonly (string | number)[], field: string, problem: string): Fault {
  const end = problem.endsWith("?") ? "" : ".";
  return { pointer: pointerOf(...path), field, message: `${field} ${problem}${end}` };
}

/** Returns a fault of a field at the top of a body or query. */
export function fieldFault(field: string, problem: string): Fault {
  return faultAt([field], field, problem);
}

/** Limit on faults with a suggestion. Beyond it, nobody reads on for one. */
const mostGuesses = 10;

/** Returns a fault for an unknown field. Suggests the nearest name if `earlier` faults are few. */
export function unknownField(
  path: readonly (string | number)[],
  resourceName: string,
  known: Iterable<string>,
  earlier: readonly Fault[] = [],
): Fault {
  const name = String(path.at(-1));
  const near = nearestAfter(earlier.length, name, known);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return {
    pointer: pointerOf(...path),
    field: name,
    message: `${shown(name)} is not a field of ${resourceName}.${hint}`,
  };
}

/**
 * Returns `nearest` if the faults before are few. Use it for lists of names: a thousand comparisons
 * with all known names would hold the event loop for seconds.
 */
export function nearestAfter(
  earlier: number,
  name: string,
  known: Iterable<string>,
): string | undefined {
  return earlier < mostGuesses ? nearest(name, known) : undefined;
}

/** Longest name to find a suggestion for. Longer names are no typing errors and slow to compare. */
const longestGuessed = 60;

/** Returns the known name closest to a mistyped name, or undefined if none is close. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longestGuessed) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.ceil(wanted.length / 3) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function shown(name: string): string {
  const clean = name.replace(/[\p{C}\p{Z}]+/gu, " ");
  return `"${clean.length > 60 ? `${clean.slice(0, 60)}…` : clean}"`;
}

/** Returns the number of letters to insert, delete or replace to turn one text into the other. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replace = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
