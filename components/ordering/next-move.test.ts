import { expect, it } from "vitest";
import { nextMove, type PlacedRecord, renumbering } from "./next-move";
import { movedId, reordered } from "./reordered";

/** Moves a record as the server does: closes the gap, then makes room behind consecutive places. */
function moved(records: readonly PlacedRecord[], id: string, order: number): PlacedRecord[] {
  const from = records.find((one) => one.id === id)?.order ?? 0;
  const others = records
    .filter((one) => one.id !== id)
    .map((one) => ({ id: one.id, order: Number(one.order) - (Number(one.order) > from ? 1 : 0) }))
    .sort((one, other) => one.order - other.order);
  let place = order;
  for (const one of others.filter((each) => each.order >= order)) {
    if (one.order !== place) break;
    place += 1;
    one.order = place;
  }
  return [...others, { id, order }].sort((one, other) => one.order - other.order);
}

const idsOf = (records: readonly PlacedRecord[]) => records.map(({ id }) => id);

it.each([[[1, 2, 3, 4]], [[2, 5, 6, 9]]])(
  "one move reaches each place of the list %j",
  (orders) => {
    const records = orders.map((order, place) => ({ id: "abcd".charAt(place), order }));
    for (const { id } of records) {
      for (let by = -3; by <= 3; by += 1) {
        const wanted = movedId(idsOf(records), id, by);
        const move = nextMove(records, wanted, id);
        if (move) expect(move.id).toBe(id);
        const after = move ? moved(records, move.id, move.order) : records;
        expect(idsOf(after)).toEqual(wanted);
      }
    }
  },
);

it("several moves reach any order, one after the other", () => {
  let records: PlacedRecord[] = [1, 2, 3, 4].map((order) => ({
    id: "abcd".charAt(order - 1),
    order,
  }));
  const wanted = ["d", "b", "a", "c"];
  for (let tries = 0; tries < 4; tries += 1) {
    const move = nextMove(records, wanted);
    if (move) records = moved(records, move.id, move.order);
  }
  expect(idsOf(records)).toEqual(wanted);
});

it("records without positions of their own are numbered anew", () => {
  const records = ["a", "b", "c"].map((id) => ({ id, order: 1 }));
  expect(renumbering(records, ["c", "a", "b"])).toEqual([
    ...[
      { id: "b", order: 1 },
      { id: "a", order: 1 },
    ],
    { id: "c", order: 1 },
  ]);
  expect(
    renumbering(
      [
        { id: "a", order: 1 },
        { id: "b", order: 3 },
      ],
      ["b", "a"],
    ),
  ).toBeUndefined();
});

it("a drop before or behind an item gives the new order", () => {
  const drop = (key: string, dropPosition: "before" | "after") =>
    reordered(["a", "b", "c"], {
      keys: new Set(["a"]),
      target: { type: "item", key, dropPosition },
    });
  expect(drop("c", "after")).toEqual(["b", "c", "a"]);
  expect(drop("c", "before")).toEqual(["b", "a", "c"]);
});
