import { expect, test } from "vitest";
import { SentIds } from "./sent-ids";

test("the id that a client sent is shown for its latest requests, else the id of the log", () => {
  const ids = new SentIds();
  ids.note({ requestId: "first", clientRequestId: "page-1.1" });
  ids.note({ requestId: "second" });
  expect([ids.shownOf("first"), ids.shownOf("second")]).toEqual(["page-1.1", "second"]);
  for (let n = 0; n < 5_000; n += 1) ids.note({ requestId: `${n}`, clientRequestId: `c${n}` });
  expect([ids.shownOf("first"), ids.shownOf("4999")]).toEqual(["first", "c4999"]);
});
