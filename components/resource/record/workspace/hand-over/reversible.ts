import { isOutcomeUnknown } from "@/lib/client/saving/bulk";

/** Undoes a step that was taken. Rejects with an `ApiProblem`. */
export type Undo = () => Promise<void>;

/** A step that changes something, and can be undone if the user has the right to. */
export interface ReversibleStep {
  /** The thing that it changes, as messages name it: "the note". */
  readonly name: string;
  /** Takes the step. Resolves to its undo; undefined if the user may not undo it. Rejects with an `ApiProblem`. */
  readonly take: () => Promise<Undo | undefined>;
  /**
   * Undoes the step after a lost reply, whether or not the server took it. Absent if nothing can do so
   * safely.
   */
  readonly revoke?: Undo | undefined;
}

interface TakenStep {
  readonly name: string;
  readonly undo: Undo | undefined;
  /** The reply to the step was lost. */
  readonly isUnsure?: boolean;
}

/**
 * Takes steps one after the other. Resolves to the undo of all; undefined if one of them cannot be
 * undone. The undo tries each step, and rejects with an error that names those that failed. If a
 * step fails, those before it are undone, and the promise rejects with its error. If only its reply
 * was lost, it is undone too. The error names the steps that could not be undone, and those for which
 * it is unknown.
 */
export async function takeAll(steps: readonly ReversibleStep[]): Promise<Undo | undefined> {
  const taken: TakenStep[] = [];
  for (const { name, take, revoke } of steps) {
    try {
      taken.push({ name, undo: await take() });
    } catch (error) {
      if (isOutcomeUnknown(error)) taken.push({ name, undo: revoke, isUnsure: true });
      const { remaining } = await undoAll(taken);
      throw remaining === "" ? error : new Error(remaining, { cause: error });
    }
  }
  if (taken.some(({ undo }) => undo === undefined)) return undefined;
  return async () => {
    const { remaining, cause } = await undoAll(taken);
    if (remaining !== "") throw new Error(remaining, { cause });
  };
}

/**
 * Undoes all steps in reverse. Returns the sentences that name the steps that remain, empty without
 * any, and the first error.
 */
async function undoAll(taken: readonly TakenStep[]) {
  const sure: string[] = [];
  const unsure: string[] = [];
  const errors: unknown[] = [];
  for (const { name, undo, isUnsure = false } of taken.toReversed()) {
    try {
      if (!undo) (isUnsure ? unsure : sure).push(name);
      await undo?.();
    } catch (error) {
      (isUnsure || isOutcomeUnknown(error) ? unsure : sure).push(name);
      errors.push(error);
    }
  }
  const remaining = sentence("remain", sure) + sentence("may remain", unsure);
  return { remaining: remaining.trim(), cause: errors[0] };
}

function sentence(verb: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `These changes ${verb}: ${names.join(", ")}. `;
}
