import { expect, it } from "vitest";
import { ownPath } from "./own-path";

it.each(["/", "/p/acme", "/p/acme/incident?query=a%2Fb#top", "/p/a//b", "/p?next=//evil.example"])(
  "leads to %s",
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

it.each([
  ...["//evil.example", "/\\evil.example", "\\/evil.example", "https://evil.example", "evil"],
  ...["/\t/evil.example", "\t//evil.example", "/\n/evil.example", " //evil.example", "", "?a=b"],
  ...["javascript:alert(1)", "/p\\..\\x", "/..//evil.example", "/.//evil.example"],
])("does not lead to %j", (path) => {
  expect(ownPath(path)).toBeUndefined();
});

it("returns undefined without a path", () => {
  expect(ownPath(undefined)).toBeUndefined();
});
