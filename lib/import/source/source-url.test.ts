import { expect, it } from "vitest";
import { waitMs } from "./back-off";
import { isInClear, sourceUrl } from "./source-url";

it("names the API of a server, also under a path", () => {
  expect(sourceUrl("https://one.example.com")).toBe("https://one.example.com/api");
  expect(sourceUrl("https://one.example.com/")).toBe("https://one.example.com/api");
  expect(sourceUrl("http://127.0.0.1:8080/up/api/")).toBe("http://127.0.0.1:8080/up/api");
});

it.each([
  "one.example.com",
  "ftp://one.example.com",
  "https://u:p@one.example.com",
  "https://one.example.com?key=k",
])("refuses %s without repeating it", (from) => {
  expect(() => sourceUrl(from)).toThrow("https://oneuptime.example.com");
  expect(() => sourceUrl(from)).not.toThrow(from);
});

it("knows which addresses send a key in clear", () => {
  expect(isInClear("http://one.example.com/api")).toBe(true);
  for (const url of ["https://one.example.com", "http://localhost:1/api", "http://127.0.0.1/api"]) {
    expect(isInClear(url)).toBe(false);
  }
});

it("waits as long as the source asks, within bounds, else longer each time", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const wait = (tries: number, asked: string | null) => waitMs(tries, asked, { firstMs: 500, now });
  expect([1, 2, 3, 8].map((tries) => wait(tries, null))).toEqual([500, 1_000, 2_000, 30_000]);
  expect(wait(1, "7")).toBe(7_000);
  expect(wait(1, "Thu, 01 Jan 2026 00:00:20 GMT")).toBe(20_000);
  expect(wait(1, "999999")).toBe(900_000);
  expect(wait(2, "soon")).toBe(1_000);
});
