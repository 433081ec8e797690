import { expect, test } from "vitest";
import type { Hit } from "@/lib/contract/search";
import { hasNumber, kindsOf } from "./found-kinds";

function hit(resource: string, number: string): Hit {
  const about = { label: number, projectId: null, createdAt: null, beganAt: null } as const;
  return { resource, _id: number, number, matched: "label", ...about };
}

test.each([
  ["ALT-2", ["alert", "incident", "team"]],
  ["alt-2", ["alert", "incident", "team"]],
  ["checkout", ["incident", "alert", "team"]],
])("the kind of a record that %j names comes first, then incidents and alerts", (text, kinds) => {
  const found = [hit("alert", "ALT-2"), hit("team", "T"), hit("incident", "INC-12")];
  expect(kindsOf(found, text).map(([path]) => path)).toEqual(kinds);
});

test.each([
  ["ALT-2", "ALT-2", true],
  ["INC-12", "ALT-2", false],
  ["INC-12", "alt-12", false],
  ["INC-12", "inc 12", true],
  ["INC-12", "inc12", true],
  ["INC-12", "12", true],
  ["INC-12", "012", true],
  ["INC-13", "77", false],
  ["INC-177", "77", false],
  ["#77", "77", true],
  ["#77", "inc-77", false],
])("%s is called %j: %s", (number, typed, isCalled) => {
  expect(hasNumber(hit("incident", number), typed)).toBe(isCalled);
});

test("a record without a number is not called by one", () => {
  const { number: _, ...plain } = hit("alert", "ALT-2");
  expect(hasNumber(plain, "2")).toBe(false);
});
