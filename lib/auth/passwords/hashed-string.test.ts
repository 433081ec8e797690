import { randomBytes, scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { hashString, needsRehash, verifyHashed } from "./hashed-string";

it("verifies the hashed text and nothing else, without cutting long texts short", async () => {
  const long = "x".repeat(99);
  const hashed = await hashString(`${long}a`);
  expect(hashed).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyHashed(`${long}a`, hashed)).toBe(true);
  expect(await verifyHashed(`${long}b`, hashed)).toBe(false);
  expect(await verifyHashed("", hashed)).toBe(false);
  expect(needsRehash(hashed)).toBe(false);
});

it("salts: equal texts have different hashes", async () => {
  const [one, other] = await Promise.all([hashString("same"), hashString("same")]);
  expect(one).not.toBe(other);
});

it("verifies hashes of other costs and asks for new ones", async () => {
  const salt = randomBytes(16);
  const hash = scryptSync("old", salt, 32, { N: 2 ** 12, r: 8, p: 1 });
  const hashed = `$scrypt$ln=12,r=8,p=1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  expect(await verifyHashed("old", hashed)).toBe(true);
  expect(await verifyHashed("new", hashed)).toBe(false);
  expect(needsRehash(hashed)).toBe(true);
});

it.each([
  "",
  "plain",
  "$scrypt$ln=15,r=8,p=1$short$short",
  `$scrypt$ln=30,r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`,
  `$scrypt$ln=15,r=99,p=1$${"A".repeat(22)}$${"A".repeat(43)}`,
  `$scrypt$ln=15,r=8,p=0$${"A".repeat(22)}$${"A".repeat(43)}`,
])("verifies nothing by %j", async (hashed) => {
  expect(await verifyHashed("plain", hashed)).toBe(false);
  expect(needsRehash(hashed)).toBe(true);
});
