import { expect, it } from "vitest";
import { textOf } from "@/tests/api";
import { jsonReply, longOutcomesReply } from "./respond";

it("refuses a reply beyond the longest string, and says what to request instead", () => {
  // Fails like the whole list, without its memory.
  const tooLong = { toJSON: () => "x".repeat(2 ** 30) };
  expect(() => jsonReply([tooLong])).toThrow(/Select fewer fields/);
});

it.each([
  ["a refusal is last", ["done", "refused"]],
  ["a record is last", ["refused", "done", "done"]],
  ["all are refused", ["refused", "refused"]],
])("writes the outcomes of a long bulk write piece by piece, where %s", async (_, kinds) => {
  const description = '\u{1f4a5}"'.repeat(300_000);
  const data = kinds.map((kind, n) =>
    kind === "done"
      ? { id: `${n}`, status: 200, etag: `"${n}"`, record: { _id: `${n}`, description, n } }
      : { id: null, status: 400, code: "validation", errors: [] },
  );
  let rounds = 0;
  let immediate = setImmediate(function next() {
    rounds += 1;
    immediate = setImmediate(next);
  });
  const { stream } = longOutcomesReply(1, 2, data);
  if (!stream) throw new Error("The reply is not written piece by piece.");
  const text = await textOf(stream);
  clearImmediate(immediate);
  expect(JSON.parse(text)).toEqual({ done: 1, refused: 2, data });
  const records = kinds.filter((kind) => kind === "done").length;
  expect(rounds).toBeGreaterThanOrEqual(9 * records);
});
