import { scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { hashString } from "./hashed-string";

const form = /^\$scrypt\$ln=15,r=8,p=1\$([\w-]{22})\$([\w-]{43})$/;

function verifies(plain: string, hashed: string): boolean {
  const [, salt = "", hash] = form.exec(hashed) ?? [];
  const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
  return scryptSync(plain, Buffer.from(salt, "base64url"), 32, cost).toString("base64url") === hash;
}

it("verifies the hashed text and nothing else, without cutting long texts short", async () => {
  const long = "x".repeat(99);
  const hashed = await hashString(`${long}a`);
  expect(hashed).toMatch(form);
  expect(verifies(`${long}a`, hashed)).toBe(true);
  expect(verifies(`${long}b`, hashed)).toBe(false);
  expect(verifies("", hashed)).toBe(false);
});

it("salts: equal texts have different hashes", async () => {
  const [one, other] = await Promise.all([hashString("same"), hashString("same")]);
  expect(one).not.toBe(other);
});
