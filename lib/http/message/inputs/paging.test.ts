import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import type { JsonObject } from "@/lib/schema/json";
import { readPaging } from "./paging";

function paging(query: string, body: JsonObject = {}) {
  return readPaging(new URLSearchParams(query), body);
}

function faults(query: string, body: JsonObject = {}) {
  try {
    paging(query, body);
  } catch (error) {
    if (error instanceof AppError) return error.details.faults;
  }
  throw new Error("the paging was taken");
}

describe("readPaging", () => {
  test("has defaults", () => {
    expect(paging("")).toEqual({ limit: 10, skip: 0, count: "exact" });
  });

  test("prefers the query string to the body", () => {
    const body = { limit: 7, skip: 8, count: "exact", cursor: "b" };
    expect(paging("", body)).toEqual({ limit: 7, skip: 8, count: "exact", cursor: "b" });
    expect(paging("limit=1&skip=2&count=none&cursor=", body)).toEqual({
      limit: 1,
      skip: 2,
      count: "none",
      cursor: "",
    });
  });

  test.each([
    ["cursor=", {}],
    ["cursor=null", {}],
    ["", { cursor: "" }],
    ["", { cursor: null }],
  ])("%j with the body %j asks for the first page by cursor", (query, body) => {
    expect(paging(query, body).cursor).toBe("");
  });

  test.each([
    ["limit=1", 1],
    ["limit=100", 100],
    ["limit=101", 100],
    [`limit=${"9".repeat(400)}`, 100],
  ])("%s is a limit of %i", (query, limit) => {
    expect(paging(query).limit).toBe(limit);
  });

  test("takes numbers in words of the body", () => {
    expect(paging("", { limit: "20", skip: "40" })).toMatchObject({ limit: 20, skip: 40 });
  });

  test.each(["-1", "1.5", "abc", "", " 1", "0x10", "1e3", "NaN"])("refuses %j", (value) => {
    const query = `limit=${encodeURIComponent(value)}&skip=${encodeURIComponent(value)}`;
    expect(faults(query)?.map(({ field }) => field)).toEqual(["limit", "skip"]);
  });

  test.each([[null], [-1], [1.5], [true], [[]], [{}]])("refuses %j in the body", (value) => {
    const found = faults("", { limit: value, skip: value });
    expect(found?.map(({ pointer }) => pointer)).toEqual(["/limit", "/skip"]);
  });

  test("refuses limit 0, skip beyond a million, other counts and cursors", () => {
    expect(faults("limit=0")).toHaveLength(1);
    expect(paging("skip=1000000").skip).toBe(1_000_000);
    expect(faults("skip=1000001")).toHaveLength(1);
    expect(faults("count=all")).toHaveLength(1);
    expect(faults("", { count: null, cursor: 1 })).toHaveLength(2);
    expect(faults("limit=x&skip=x&count=x", { cursor: 1 })).toHaveLength(4);
  });
});
