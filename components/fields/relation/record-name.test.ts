import { expect, test } from "vitest";
import { recordName } from "./record-name";

test.each([
  ["incident-episode-feed", "Moved to **Resolved**.", "Moved to Resolved."],
  ["incident", "2 ** 3 > 1", "2 ** 3 > 1"],
])("the name of a record of %s is shown plain", (path, label, shown) => {
  expect(recordName(path, label)).toBe(shown);
});
