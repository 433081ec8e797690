import { expect, test } from "vitest";
import type { AppError } from "@/lib/errors";
import { inputOf } from "./inputs";

function part(query: string, body = {}) {
  return inputOf({ query: new URLSearchParams(query), body }, "query");
}

test("a part of the body wins over the parameter of that name", () => {
  expect(part("query=%7B%22a%22%3A1%7D", { query: { b: 2 } })).toEqual({ b: 2 });
  expect(part("query=%7B%22a%22%3A1%7D")).toEqual({ a: 1 });
  expect(part("other=1")).toBeUndefined();
});

test.each([
  ["select", "title,declaredAt", { title: true, declaredAt: true }],
  ["select", " title , title", { title: true }],
  ["select", "", { "": true }],
  ["select", ' {"title":false}', { title: false }],
  ["select", "null", null],
  ["select", "[1]", [1]],
  ["sort", "-declaredAt,title", { declaredAt: -1, title: 1 }],
  ["sort", "title,-", { title: 1, "": -1 }],
  ["sort", '{"title":-1}', { title: -1 }],
] as const)("the parameter %s may be %j", (name, text, value) => {
  const query = new URLSearchParams({ [name]: text });
  expect(inputOf({ query, body: {} }, name)).toEqual(value);
  expect(inputOf({ query, body: { [name]: { other: 1 } } }, name)).toEqual({ other: 1 });
});

test("a list of names keeps their order, and a dangerous name is an own key", () => {
  const query = new URLSearchParams("sort=-b,a&select=__proto__,constructor");
  expect(JSON.stringify(inputOf({ query, body: {} }, "sort"))).toBe('{"b":-1,"a":1}');
  const select = inputOf({ query, body: {} }, "select");
  expect(JSON.stringify(select)).toBe('{"__proto__":true,"constructor":true}');
  expect(Object.getPrototypeOf(select)).toBeNull();
});

test("a list of too many names is refused as JSON of so many keys is", () => {
  const names = Array.from({ length: 1_001 }, (_, n) => `a${n}`).join();
  expect(() =>
    inputOf({ query: new URLSearchParams({ select: names }), body: {} }, "select"),
  ).toThrow(/1,000 keys/);
});

test("a parameter that is no JSON is named", () => {
  try {
    part("query=%7Ba");
    expect.unreachable();
  } catch (error) {
    expect((error as AppError).details.faults).toEqual([
      {
        pointer: "/query",
        field: "query",
        message: "The parameter query is not valid JSON: see line 1, column 2.",
      },
    ]);
  }
});

test("a parameter has no prototype either", () => {
  const value = part(`query=${encodeURIComponent('{"__proto__":{"a":1}}')}`);
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
});
