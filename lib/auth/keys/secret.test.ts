import fc from "fast-check";
import { expect, it } from "vitest";
import { hashSecret, isKeyShaped, makePassword, makeSecret, prefixOf } from "./secret";

it("makes secrets that differ, can be sent as a header and begin recognisably", () => {
  const secrets = Array.from({ length: 1_000 }, makeSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) {
    expect(secret).toMatch(/^toc_[0-9A-Za-z]{43}$/);
    expect(isKeyShaped(secret)).toBe(true);
    expect(prefixOf(secret)).toBe(secret.slice(0, 10));
  }
  expect(makePassword()).toMatch(/^[0-9A-Za-z]{20}$/);
});

it("hashes as SHA-256 in hex (FIPS 180-4, example B.1)", () => {
  expect(hashSecret("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

it("shows at most a quarter of a key in its prefix", () => {
  const visible = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 16,
    maxLength: 256,
  });
  fc.assert(
    fc.property(visible, (secret) => {
      expect(isKeyShaped(secret)).toBe(true);
      expect(prefixOf(secret).length).toBeLessThanOrEqual(Math.min(10, secret.length / 4));
      expect(secret.startsWith(prefixOf(secret))).toBe(true);
    }),
  );
});

it.each([
  ["nothing", ""],
  ["15 characters", "x".repeat(15)],
  ["257 characters", "x".repeat(257)],
  ["a space", `${"x".repeat(16)} y`],
  ["a line break", `${"x".repeat(16)}\n`],
  ["other letters", `${"x".repeat(16)}ü`],
])("does not take %s for a key", (_, text) => {
  expect(isKeyShaped(text)).toBe(false);
});
