import { expect, test } from "vitest";
import { keyFromRow, keyState, timeLeft } from "./key";

const now = Date.parse("2030-01-01T00:00:00.000Z");
const ends = (expiresAt: string | null, revokedAt: string | null = null) =>
  keyFromRow({ _id: "1", name: "Deploys", expiresAt, revokedAt });

test("a key has a state and a time left", () => {
  const said = [
    [ends(null), "works", "Does not expire"],
    [ends("2031-01-01T00:00:00.000Z"), "works", "365 days left"],
    [ends("2030-01-15T00:00:00.000Z"), "expiresSoon", "14 days left"],
    [ends("2030-03-31T23:59:58.000Z"), "works", "90 days left"],
    [ends("2030-01-02T00:00:00.000Z"), "expiresSoon", "1 day left"],
    [ends("2030-01-01T05:00:00.000Z"), "expiresSoon", "Less than a day left"],
  ] as const;
  for (const [key, state, left] of said) {
    expect([keyState(key, now), timeLeft(key, now)]).toEqual([state, left]);
  }
  expect(keyState(ends("2030-01-01T00:00:00.000Z"), now)).toBe("expired");
  expect(keyState(ends(null, "2029-01-01T00:00:00.000Z"), now)).toBe("revoked");
});
