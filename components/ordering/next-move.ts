/** A record with its position, as it was read. */
export interface PlacedRecord {
  readonly id: string;
  readonly order: number | null;
}

/** A write that moves a record to a position. */
export interface Move {
  readonly id: string;
  readonly order: number;
}

/**
 * Returns the one move that brings the records closer to the wanted order; undefined if they are in
 * it. `moved` is the record that the user moved, which two neighbors do not tell. The server closes the gap that a record leaves, and makes room where it goes.
 */
export function nextMove(
  records: readonly PlacedRecord[],
  wanted: readonly string[],
  moved?: string,
): Move | undefined {
  const ids = records.map(({ id }) => id);
  const known = wanted.filter((id) => ids.includes(id));
  const place = ids.findIndex((id, at) => id !== known[at]);
  const [above, below] = [ids[place], known[place]];
  if (above === undefined || below === undefined) return undefined;
  const without = (list: readonly string[], one: string) => list.filter((id) => id !== one).join();
  const movesAlone = (one: string) => without(ids, one) === without(known, one);
  const id = [...(moved === undefined ? [] : [moved]), above].find(movesAlone) ?? below;
  return { id, order: records[known.indexOf(id)]?.order ?? known.indexOf(id) + 1 };
}

/**
 * Returns the moves that give records without positions of their own the wanted order: each goes to
 * the first position, the last one first. Undefined if their positions differ.
 */
export function renumbering(
  records: readonly PlacedRecord[],
  wanted: readonly string[],
): readonly Move[] | undefined {
  const isRising = records.every(
    ({ order }, place) =>
      order !== null && (place === 0 || order > (records[place - 1]?.order ?? order)),
  );
  return isRising ? undefined : wanted.toReversed().map((id) => ({ id, order: 1 }));
}
