/** Undoes a step that was taken. Rejects with an `ApiProblem`. */
export type Undo = () => Promise<void>;

/** Takes a step and resolves to its undo. Rejects with an `ApiProblem`. */
export type ReversibleStep = () => Promise<Undo>;

/**
 * Takes steps one after the other and resolves to the undo of all. If one fails, those before it are
 * undone, and the promise rejects with its error.
 */
export async function takeAll(steps: readonly ReversibleStep[]): Promise<Undo> {
  const undos: Undo[] = [];
  const undoAll = async () => {
    for (const undo of undos.toReversed()) await undo();
  };
  try {
    for (const step of steps) undos.push(await step());
  } catch (error) {
    // The error that the user can act on is the first one.
    await undoAll().catch(() => undefined);
    throw error;
  }
  return undoAll;
}
