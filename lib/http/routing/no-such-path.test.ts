import { expect, it } from "vitest";
import { noSuchPath } from "./no-such-path";

it.each([
  ["/api/alert-severities/get-list", "Did you mean /api/alert-severity?"],
  ["/api/Incident/count", "Did you mean /api/incident?"],
  ["/api/incident/12/get-item", "must be an id in the shape of a UUID, get-list or count."],
  ["/api/zzzzzzzzzzzz", "See /docs for all paths."],
  ["/elsewhere", "See /docs for all paths."],
])("says which part of %s to look at", (path, hint) => {
  expect(noSuchPath(path)).toMatchObject({
    code: "not_found",
    detail: expect.stringContaining(hint),
  });
});
