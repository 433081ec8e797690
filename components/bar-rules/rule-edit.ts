import {
  continued,
  type RuleDraft,
  rebased,
  type StoredRule,
  sameRules,
  sameScale,
} from "./rule-draft";

/** The edited rules: those that the edit began with, and their present state. */
export interface Edit {
  readonly base: readonly StoredRule[];
  readonly rules: readonly RuleDraft[];
  /** Rules that were stored since, if they could not be read. The next save reads them first. */
  readonly unread?: readonly RuleDraft[];
}

/**
 * Returns what is left of an edit after `saved` was written over `base`: the edits since, based on
 * the rules that are stored now; undefined without any.
 */
export function rest(
  edit: Edit | undefined,
  base: readonly StoredRule[],
  saved: readonly RuleDraft[] = [],
  stored?: readonly StoredRule[],
): Edit | undefined {
  if (!edit || sameRules(edit.rules, saved)) return undefined;
  if (!stored) return { ...edit, unread: saved };
  const rules = sameScale(stored, saved)
    ? continued(saved, edit.rules, stored)
    : rebased(base, edit.rules, stored);
  return { base: stored, rules };
}
