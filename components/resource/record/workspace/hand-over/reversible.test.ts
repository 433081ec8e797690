import { expect, test } from "vitest";
import { ApiProblem } from "@/lib/client/http/problem";
import { type ReversibleStep, takeAll } from "./reversible";

interface Faults {
  /** The step that fails, and the steps whose undos fail or are missing. */
  readonly take?: string;
  readonly undo?: string;
  readonly final?: string;
}

const steps = (done: string[], faults: Faults = {}) =>
  ["a", "b", "c"].map((name): ReversibleStep => {
    const undo = async () => {
      if (name === faults.undo) throw new Error(`${name} is gone`);
      done.push(`not ${name}`);
    };
    const take = async () => {
      if (name === faults.take) throw new Error(`${name} failed`);
      done.push(name);
      return name === faults.final ? undefined : undo;
    };
    return { name, take };
  });

test("the undo of all steps undoes them in reverse", async () => {
  const done: string[] = [];
  const undo = await takeAll(steps(done));
  await undo?.();
  expect(done).toEqual(["a", "b", "c", "not c", "not b", "not a"]);
});

test("a failed step undoes those before it and keeps its error", async () => {
  const done: string[] = [];
  await expect(takeAll(steps(done, { take: "c" }))).rejects.toThrow("c failed");
  expect(done).toEqual(["a", "b", "not b", "not a"]);
});

test("an undo that fails stops no other, and is named with its error", async () => {
  const done: string[] = [];
  const undo = await takeAll(steps(done, { undo: "b" }));
  await expect(undo?.()).rejects.toMatchObject({
    ...{ message: "These changes remain: b.", cause: new Error("b is gone") },
  });
  expect(done).toEqual(["a", "b", "c", "not c", "not a"]);
});

test("after a failed step, the steps that cannot be undone are named", async () => {
  const done: string[] = [];
  const all = takeAll(steps(done, { take: "c", undo: "b", final: "a" }));
  await expect(all).rejects.toMatchObject({
    ...{ message: "These changes remain: b, a.", cause: new Error("c failed") },
  });
});

test("there is no undo if one step cannot be undone", async () => {
  expect(await takeAll(steps([], { final: "b" }))).toBeUndefined();
});

const lost = new ApiProblem(0, { code: "offline", detail: "The server did not respond." });
const refused = new ApiProblem(503, { detail: "The server is busy.", notBegun: true });

/** Steps of which the second fails with `error`. */
const failing = (done: string[], error: Error, revoke?: () => Promise<void>) => {
  const [a, b] = steps(done);
  const take = () => Promise.reject(error);
  return [...(a ? [a] : []), ...(b ? [{ ...b, take, revoke }] : [])];
};

test("a step with a lost reply is undone before the others", async () => {
  const done: string[] = [];
  const all = takeAll(failing(done, lost, async () => void done.push("not b, if it was")));
  await expect(all).rejects.toBe(lost);
  expect(done).toEqual(["a", "not b, if it was", "not a"]);
});

test("a step with a lost reply that cannot be undone is named as uncertain", async () => {
  for (const error of [lost, new ApiProblem(504, {})]) {
    const done: string[] = [];
    const expected = { message: "These changes may remain: b.", cause: error };
    await expect(takeAll(failing(done, error))).rejects.toMatchObject(expected);
    await expect(takeAll(failing(done, error, () => Promise.reject(error)))).rejects.toMatchObject(
      expected,
    );
    expect(done).toEqual(["a", "not a", "a", "not a"]);
  }
});

test("a step that the server did not begin is not undone", async () => {
  const done: string[] = [];
  const all = takeAll(failing(done, refused, async () => void done.push("not b")));
  await expect(all).rejects.toBe(refused);
  expect(done).toEqual(["a", "not a"]);
});

test("an undo with a lost reply is named as uncertain, apart from those that failed", async () => {
  const undo = await takeAll([
    ...steps([], { undo: "a" }).slice(0, 1),
    { name: "b", take: async () => () => Promise.reject(lost) },
  ]);
  await expect(undo?.()).rejects.toMatchObject({
    ...{ message: "These changes remain: a. These changes may remain: b.", cause: lost },
  });
});
