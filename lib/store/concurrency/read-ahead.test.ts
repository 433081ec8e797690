import { expect, it } from "vitest";
import { readAhead } from "./read-ahead";

it("begins the next read before a result is used, and no further one", async () => {
  const begun: string[] = [];
  const used: string[] = [];
  const read = async (some: readonly number[]) => {
    begun.push(some.join(""));
    return some.length;
  };
  for await (const [some, result] of readAhead([1, 2, 3, 4, 5], 2, read)) {
    used.push(`${some.join("")}: ${result}, begun ${begun.join(" ")}`);
  }
  expect(used).toEqual(["12: 2, begun 12 34", "34: 2, begun 12 34 5", "5: 1, begun 12 34 5"]);
});

it("throws a failure in its place, and reads nothing after it", async () => {
  const begun: number[] = [];
  const used: number[] = [];
  const read = async ([first = 0]: readonly number[]) => {
    begun.push(first);
    if (first === 2) throw new Error("The second cannot be read.");
    return first;
  };
  const reading = async () => {
    for await (const [, result] of readAhead([1, 2, 3], 1, read)) used.push(result);
  };
  await expect(reading()).rejects.toThrow("The second cannot be read.");
  expect([begun, used]).toEqual([[1, 2], [1]]);
});

it("reads nothing without items", async () => {
  const read = () => Promise.reject(new Error("Nothing is read."));
  for await (const _ of readAhead([], 1, read)) expect.unreachable();
});
