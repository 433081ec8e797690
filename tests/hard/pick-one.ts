import fc from "fast-check";

/** Picks an entry by its index, so that the report of a run stays short. */
export function pickOne<T>(pick: fc.GeneratorValue, all: readonly T[]): T {
  const chosen = all[pick(fc.nat, { max: all.length - 1 })];
  if (chosen === undefined) throw new Error("There is nothing to choose from.");
  return chosen;
}

/** Returns true once in `of` times. */
export function oneIn(pick: fc.GeneratorValue, of: number): boolean {
  return pick(fc.nat, { max: of - 1 }) === 0;
}
