import { yieldInTurn } from "./yield-every";

/**
 * Yields portions of `atOnce` items with their results, in order, and lets other requests run
 * between two of them. Throws as `read` does, at the portion whose read failed. Performance:
 * PostgreSQL reads the next result while one is used.
 */
export async function* readAhead<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  read: (some: readonly Item[]) => Promise<Result>,
): AsyncGenerator<readonly [readonly Item[], Result], void, undefined> {
  const begin = (from: number) => {
    const some = items.slice(from, from + atOnce);
    if (some.length === 0) return undefined;
    const reading = read(some);
    // A failure is thrown where the result is awaited.
    reading.catch(() => undefined);
    return { some, reading };
  };
  let from = 0;
  for (let begun = begin(from); begun; ) {
    const { some, reading } = begun;
    const result = await reading;
    from += atOnce;
    begun = begin(from);
    yield [some, result];
    if (begun) await yieldInTurn();
  }
}
