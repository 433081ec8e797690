import { expect, it } from "vitest";
import { comparable } from "@/prove/differential/deployments";
import { differentialProof } from "@/prove/differential/differential-proof";
import { expectToHold } from "@/prove/harness/run-in-test";

it("answers the same on every kind of database", { timeout: 300_000 }, async () => {
  const seed = Number(process.env["FUZZ_SEED"] ?? 0);
  await expectToHold(differentialProof, { operations: 400, seed });
});

it("does not hold without any request", async () => {
  await expect(expectToHold(differentialProof, { operations: 0, seed: 0 })).rejects.toThrow();
});

it("distinguishes random values from differences, in tables too", () => {
  const reply = (prefix: string, name: string) =>
    comparable({ status: 200, headers: {}, body: `prefix,name\r\n${prefix},${name}\r\n` });
  expect(reply("toc_ItC9bZ", "Key 1")).toBe(reply("toc_ihAAqs", "Key 1"));
  expect(reply("toc_ItC9bZ", "Key 1")).not.toBe(reply("toc_ItC9bZ", "Key 2"));
});
