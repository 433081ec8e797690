/**
 * Option of `setValue` of a form for a value that the user chose. Without it the form does not count as
 * changed, and a dialog would drop the choice without a question.
 */
export const asTyped = { shouldDirty: true } as const;
