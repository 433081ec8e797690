import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { readIdempotency } from "./idempotency";

function request(key: string | undefined, body = "{}") {
  return {
    method: "POST",
    path: "/api/alert",
    query: "",
    headers: { "idempotency-key": key },
    body,
  };
}

test("an idempotency key goes with its path and a hash of the body", () => {
  const one = readIdempotency(request("a-1"), "/api/alert");
  expect(one).toMatchObject({ key: "a-1", path: "/api/alert" });
  expect(readIdempotency(request("a-1"), "/api/alert")).toEqual(one);
  expect(readIdempotency(request("a-1", "{ }"), "/api/alert")?.bodyHash).not.toBe(one?.bodyHash);
  expect(readIdempotency(request(undefined), "/api/alert")).toBeUndefined();
});

test("an idempotency key is 1 to 255 visible characters", () => {
  expect(readIdempotency(request("~".repeat(255)), "/")?.key).toHaveLength(255);
  for (const key of ["", "a b", "a, b", "\u00e9", "\t", "~".repeat(256)]) {
    expect(() => readIdempotency(request(key), "/")).toThrow(AppError);
  }
});
