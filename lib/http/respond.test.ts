import { expect, it } from "vitest";
import { jsonReply } from "./respond";

it("refuses what is longer than a string can be, and says what to ask for instead", () => {
  // Fails as the whole does, without the memory that the whole takes.
  const tooLong = { toJSON: () => "x".repeat(2 ** 30) };
  expect(() => jsonReply([tooLong])).toThrow(/Select fewer fields/);
});
