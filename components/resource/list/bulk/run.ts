import { explain } from "@/lib/client/problem";

/** What became of one record. */
export interface Outcome {
  readonly id: string;
  /** Why it was left as it was; undefined when it was done. */
  readonly problem: string | undefined;
}

/**
 * Does something to each record, a few at a time, and answers what became of each in the order given. One that fails
 * stops none of the others. `onProgress` is told how many are done.
 */
export async function runForEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const waiting = ids[Symbol.iterator]();
  const work = async () => {
    for (const id of waiting) {
      outcomes.set(id, { id, problem: await problemOf(() => act(id)) });
      onProgress(outcomes.size);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ids.flatMap((id) => outcomes.get(id) ?? []);
}

const atOnce = 4;

async function problemOf(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return explain(error);
  }
}
