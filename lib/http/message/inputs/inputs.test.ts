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
