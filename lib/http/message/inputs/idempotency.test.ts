import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { alert } from "@/lib/resources/alerts/alert";
import { statusPagePrivateUser } from "@/lib/resources/status-pages/status-page-private-user";
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
  const one = readIdempotency(request("a-1"), "/api/alert", alert);
  expect(one).toMatchObject({ key: "a-1", path: "/api/alert" });
  expect(readIdempotency(request("a-1"), "/api/alert", alert)).toEqual(one);
  expect(readIdempotency(request("a-1", "{ }"), "/api/alert", alert)?.bodyHash).not.toBe(
    one?.bodyHash,
  );
  expect(readIdempotency(request(undefined), "/api/alert", alert)).toBeUndefined();
});

test.each(["", " \n\t"])("a body of %j has a hash, also where secrets are left out", (body) => {
  const sent = request("a-1", body);
  expect(readIdempotency(sent, "/", statusPagePrivateUser)?.bodyHash).toHaveLength(43);
});

test("an idempotency key is 1 to 255 visible characters", () => {
  expect(readIdempotency(request("~".repeat(255)), "/", alert)?.key).toHaveLength(255);
  for (const key of ["", "a b", "a, b", "\u00e9", "\t", "~".repeat(256)]) {
    expect(() => readIdempotency(request(key), "/", alert)).toThrow(AppError);
  }
});

test("no hash tells which password was sent", () => {
  const hashOf = (data: object) =>
    readIdempotency(request("a", JSON.stringify({ data })), "/", statusPagePrivateUser)?.bodyHash;
  const sent = { email: "a@example.com", password: "summer-2026" };
  expect(hashOf({ ...sent, password: "winter-2026" })).toBe(hashOf(sent));
  expect(hashOf({ ...sent, email: "b@example.com" })).not.toBe(hashOf(sent));
});
