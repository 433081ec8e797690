/** Undoes a step that was taken. Rejects with an `ApiProblem`. */
export type Undo = () => Promise<void>;

/** A step that changes something, and can be undone if the user has the right to. */
export interface ReversibleStep {
  /** The thing that it changes, as messages name it: "the note". */
  readonly name: string;
  /** Takes the step. Resolves to its undo; undefined if the user may not undo it. Rejects with an `ApiProblem`. */
  readonly take: () => Promise<Undo | undefined>;
}

interface TakenStep {
  readonly name: string;
  readonly undo: Undo | undefined;
}

/**
 * Takes steps one after the other. Resolves to the undo of all; undefined if one of them cannot be
 * undone. The undo tries each step, and rejects with an error that names those that failed. If a
 * step fails, those before it are undone, and the promise rejects with its error. The error names
 * the steps that could not be undone.
 */
export async function takeAll(steps: readonly ReversibleStep[]): Promise<Undo | undefined> {
  const taken: TakenStep[] = [];
  try {
    for (const { name, take } of steps) taken.push({ name, undo: await take() });
  } catch (error) {
    const { names } = await undoAll(taken);
    if (names.length === 0) throw error;
    throw new Error(`These changes remain: ${names.join(", ")}.`, { cause: error });
  }
  if (taken.some(({ undo }) => undo === undefined)) return undefined;
  return async () => {
    const { names, cause } = await undoAll(taken);
    if (names.length === 0) return;
    throw new Error(`These changes remain: ${names.join(", ")}.`, { cause });
  };
}

/** Undoes all steps in reverse. Returns the names of those that remain, and the first error. */
async function undoAll(taken: readonly TakenStep[]) {
  const names: string[] = [];
  const errors: unknown[] = [];
  for (const { name, undo } of taken.toReversed()) {
    try {
      if (undo) await undo();
      else names.push(name);
    } catch (error) {
      names.push(name);
      errors.push(error);
    }
  }
  return { names, cause: errors[0] };
}
