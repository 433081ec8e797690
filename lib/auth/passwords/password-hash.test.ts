import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash";

/** Hashes made by better-auth 1.7.7, which earlier versions used. */
const earlier = [
  {
    password: "four unrelated words here",
    hash: "0896b70e991420e6598cb5bd177f8db5:a8bdf7a542572b72b51a08a56d30d25e56622ba3ae8869972866c2a1fd286a108d864f49a709a76a6004d6ec3e5df73c6d1c3fbd2f000cbd72af0c8de737e6c0",
  },
  {
    password: "ﬁve Ångström ½",
    hash: "e38ee580afd715066379a5396c2a6b79:3ca2da6af402208f632f2a477dbe993d01f77daaf82d5c4168c714ab72fd51a072e73875b44fa6ec28fdc44a6dfd89f1a5380eaf5ba23b498e1cb2eba7f775f6",
  },
];

it.each(earlier)("verifies the hash of $password by an earlier version", async (one) => {
  expect(await verifyPassword(one.password, one.hash)).toBe(true);
  expect(await verifyPassword(`${one.password} `, one.hash)).toBe(false);
  expect(await verifyPassword("", one.hash)).toBe(false);
});

it("accepts a password in another Unicode form", async () => {
  const decomposed = "ﬁve Ångström ½".normalize("NFD");
  expect(decomposed).not.toBe(earlier[1]?.password);
  expect(await verifyPassword(decomposed, earlier[1]?.hash ?? "")).toBe(true);
});

it("makes hashes of the same format, with a salt each", async () => {
  const [one, other] = await Promise.all([hashPassword("same"), hashPassword("same")]);
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword("same", one)).toBe(true);
});

it.each(["", "hashed", ":", "salt:", `${"0".repeat(32)}:ab`, `:${"0".repeat(128)}`])(
  "verifies nothing by %j",
  async (hash) => {
    expect(await verifyPassword("four unrelated words here", hash)).toBe(false);
  },
);
