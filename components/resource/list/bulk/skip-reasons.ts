/** Why an action passes a record over, in words that follow "1 of 8" and "2 of 8". */
export interface SkipReason {
  readonly one: string;
  readonly many: string;
}

/** "is already resolved", "are already resolved". */
export function alreadyIs(what: string): SkipReason {
  return { one: `is already ${what}`, many: `are already ${what}` };
}

/** "already has this value", "already have this value". */
export function alreadyHas(what: string): SkipReason {
  return { one: `already has ${what}`, many: `already have ${what}` };
}

/** None of the values to remove is there. */
export const hasNone: SkipReason = { one: "has none of these", many: "have none of these" };
