import type { Fault } from "@/lib/errors";

/** A JSON pointer (RFC 6901) from its parts. */
export function pointerOf(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** A fault at a place in the body; its message begins with the field's name. */
export function faultAt(path: readonly (string | number)[], field: string, problem: string): Fault {
  const end = problem.endsWith("?") ? "" : ".";
  return { pointer: pointerOf(...path), field, message: `${field} ${problem}${end}` };
}

/** After so many faults nobody reads on for a hint. */
const mostGuesses = 10;

/** A fault for a name that is no field, with the nearest real one while there are few faults `earlier`. */
export function unknownField(
  path: readonly (string | number)[],
  resourceName: string,
  known: Iterable<string>,
  earlier: readonly Fault[] = [],
): Fault {
  const name = String(path.at(-1));
  const near = earlier.length < mostGuesses ? nearest(name, known) : undefined;
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return {
    pointer: pointerOf(...path),
    field: name,
    message: `${shown(name)} is not a field of ${resourceName}.${hint}`,
  };
}

/** A longer name than any field has is no slip of the finger, and comparing it would take long. */
const longestGuessed = 60;

/** The known name closest to a mistyped one, if any is close. */
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

/** How many letters must be added, left out or replaced to make one text of the other. */
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
