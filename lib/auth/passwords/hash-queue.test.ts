import { expect, it } from "vitest";
import { queueHash, signInPriority } from "./hash-queue";

it("callers take turns, and a sign-in goes before them", async () => {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const hold = () =>
    queueHash("holder", () => new Promise<void>((release) => releases.push(release)));
  const held = [hold(), hold()];
  const queue = (caller: string | typeof signInPriority, name: string) =>
    queueHash(caller, async () => void order.push(name));
  const waiting = [
    ...["a1", "a2", "a3", "a4"].map((name) => queue("a", name)),
    ...["b1", "b2"].map((name) => queue("b", name)),
    queue("c", "c1"),
    queue(signInPriority, "sign-in"),
  ];
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  // One slot for all of them.
  releases[0]?.();
  await Promise.all(waiting);
  expect(order).toEqual(["sign-in", "a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  releases[1]?.();
  await Promise.all(held);
});

it("a hash that fails frees its slot", async () => {
  for (let round = 0; round < 5; round += 1) {
    await expect(queueHash("a", () => Promise.reject(new Error("x")))).rejects.toThrow("x");
  }
  expect(await queueHash("a", async () => "done")).toBe("done");
});
