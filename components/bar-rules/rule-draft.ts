import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

/** A rule as the user edits it. */
export interface RuleDraft {
  /** Id of its record; for a rule that is not stored yet, any other text. */
  readonly id: string;
  /** In percent. */
  readonly atLeast: number;
  readonly color: string;
}

/** A rule as it is stored, in a version. */
export interface StoredRule extends RuleDraft {
  readonly etag: string;
  readonly order: number | null;
}

/** Writes that change stored rules, in this order. */
export interface RuleWrites {
  readonly updates: readonly {
    readonly id: string;
    readonly etag: string;
    readonly data: JsonObject;
  }[];
  /** The last rule first, because a removal changes the versions of the rules behind it. */
  readonly removals: readonly { readonly id: string; readonly etag: string }[];
  readonly creations: readonly JsonObject[];
}

/** Returns an id for a rule that is not stored yet. */
export function newRuleId(): string {
  return `new-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
}

/** Returns true for the id of a rule that is not stored, or no longer. */
export function isUnsaved(id: string): boolean {
  return /^(?:new|again)-/.test(id);
}

/** Returns the rule of a record of the kind. */
export function storedRule(record: Row, etag: string): StoredRule {
  const { _id, uptimePercentGreaterThanOrEqualTo: percent, barColor, order } = record;
  return {
    ...{ id: String(_id), etag, atLeast: Number(percent ?? 0), color: String(barColor ?? "") },
    order: typeof order === "number" ? order : null,
  };
}

/**
 * Returns the writes that turn `stored` into `wanted`. Rules that change places exchange their
 * values: a move of a record would change the versions of others, and each write names the version
 * that the user saw.
 */
export function ruleWrites(
  stored: readonly StoredRule[],
  wanted: readonly RuleDraft[],
): RuleWrites {
  const ids = new Set(stored.map(({ id }) => id));
  const isStored = ({ id }: RuleDraft) => ids.has(id);
  const staying = wanted.filter(isStored);
  const kept = new Set(staying.map(({ id }) => id));
  const slots = stored.filter(({ id }) => kept.has(id));
  const removed = stored.filter(({ id }) => !kept.has(id));
  return {
    updates: slots.flatMap((slot, place) => {
      const data = changed(slot, staying[place] ?? slot);
      return Object.keys(data).length === 0 ? [] : [{ id: slot.id, etag: slot.etag, data }];
    }),
    removals: removed.toReversed().map(({ id, etag }) => ({ id, etag })),
    creations: creationsOf(wanted, isStored, slots, removed),
  };
}

/** Returns the data of the new rules, each with its place after the removals. */
function creationsOf(
  wanted: readonly RuleDraft[],
  isStored: (rule: RuleDraft) => boolean,
  slots: readonly StoredRule[],
  removed: readonly StoredRule[],
): JsonObject[] {
  const creations: JsonObject[] = [];
  let before = 0;
  for (const rule of wanted) {
    if (isStored(rule)) {
      before += 1;
      continue;
    }
    const order = slots[before]?.order ?? null;
    const gone = removed.filter((one) => one.order !== null && order !== null && one.order < order);
    creations.push({
      ...valuesOf(rule),
      ...(order !== null && { order: order - gone.length + creations.length }),
    });
  }
  return creations;
}

/** Returns true if two lists hold the same rules in the same order. */
export function sameRules(one: readonly RuleDraft[], other: readonly RuleDraft[]): boolean {
  return (
    one.length === other.length &&
    one.every((rule, place) => {
      const theirs = other[place];
      return theirs !== undefined && rule.id === theirs.id && sameValues(rule, theirs);
    })
  );
}

/** Returns true if two lists show the same scale. */
export function sameScale(one: readonly RuleDraft[], other: readonly RuleDraft[]): boolean {
  const withoutId = (rules: readonly RuleDraft[]) => rules.map((rule) => ({ ...rule, id: "" }));
  return sameRules(withoutId(one), withoutId(other));
}

/**
 * Returns the user's rules over the rules that are stored meanwhile. Where only the user or another
 * one changed a rule, that change counts; where both did, the user's. A new rule of the user that is
 * already stored is not added again.
 */
export function rebased(
  base: readonly RuleDraft[],
  mine: readonly RuleDraft[],
  theirs: readonly RuleDraft[],
): RuleDraft[] {
  const inBase = new Map(base.map((rule) => [rule.id, rule]));
  const inTheirs = new Map(theirs.map((rule) => [rule.id, rule]));
  const added = new Map(theirs.filter(({ id }) => !inBase.has(id)).map((rule) => [rule.id, rule]));
  const take = (rule: RuleDraft): RuleDraft => {
    const same = [...added.values()].find((one) => sameValues(one, rule));
    if (same) added.delete(same.id);
    return same ? { ...rule, id: same.id } : rule;
  };
  const rules = mine.flatMap((rule) => {
    const was = inBase.get(rule.id);
    const now = inTheirs.get(rule.id);
    if (!was) return [take(rule)];
    const isMine = !sameValues(rule, was);
    if (!now) return isMine ? [{ ...rule, id: `again-${rule.id}` }] : [];
    return isMine ? [rule] : [{ id: rule.id, atLeast: now.atLeast, color: now.color }];
  });
  theirs.forEach(({ id, atLeast, color }, place) => {
    if (added.has(id)) rules.splice(place, 0, { id, atLeast, color });
  });
  return rules;
}

/**
 * Returns the rules that the user went on to edit while `saved` was written. `stored` holds the same
 * rules in the same places, some under other ids.
 */
export function continued(
  saved: readonly RuleDraft[],
  mine: readonly RuleDraft[],
  stored: readonly StoredRule[],
): RuleDraft[] {
  const ids = new Map(saved.map(({ id }, place) => [id, stored[place]?.id]));
  return mine.map((rule) => ({ ...rule, id: ids.get(rule.id) ?? rule.id }));
}

function sameValues(one: RuleDraft, other: RuleDraft): boolean {
  return one.atLeast === other.atLeast && one.color.toLowerCase() === other.color.toLowerCase();
}

function changed(slot: RuleDraft, wanted: RuleDraft): JsonObject {
  return {
    ...(slot.atLeast !== wanted.atLeast && { uptimePercentGreaterThanOrEqualTo: wanted.atLeast }),
    ...(slot.color.toLowerCase() !== wanted.color.toLowerCase() && { barColor: wanted.color }),
  };
}

function valuesOf({ atLeast, color }: RuleDraft): JsonObject {
  return { uptimePercentGreaterThanOrEqualTo: atLeast, barColor: color };
}
