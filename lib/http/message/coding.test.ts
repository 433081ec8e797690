import { expect, test } from "vitest";
import { codingFor } from "./coding";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["BR;q=1.0", "br"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0.5, *;q=0.8", "gzip"],
  ["gzip;q=0.2, br;q=0.2", "br"],
  ["gzip ; Q=0.001", "gzip"],
  ["gzip;q=0.5, identity", undefined],
  ["gzip, identity", "gzip"],
  ["identity;q=0, gzip;q=0.5", "gzip"],
  ["gzip;q=2", undefined],
  ["gzip;q=nonsense", undefined],
  ["gzip;q=0.0001", undefined],
  ["gzip;level=1", "gzip"],
  [",,", undefined],
])("a request that accepts %j is answered in %j", (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});

test("only the offered codings count", () => {
  expect(codingFor("br, gzip;q=0.1", ["gzip"])).toBe("gzip");
  expect(codingFor("br", ["gzip"])).toBeUndefined();
});
