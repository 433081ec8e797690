/** Why an action skips a record, as text after "1 of 8" and "2 of 8". */
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

/** The record has none of the values to remove. */
export const hasNone: SkipReason = { one: "has none of these", many: "have none of these" };
