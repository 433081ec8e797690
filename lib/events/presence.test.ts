import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Store } from "@/lib/store/port/store";
import { openTestStore } from "@/lib/store/testing/test-store";
import { Presence } from "./presence";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const place = { resource: "incident", recordId: "1" };

it("is known in each process, in the order of arrival, until the user leaves", async () => {
  const [one, other] = [new Presence(store), new Presence(store)];
  other.arrive({ ...place, userId: "ada", mode: "viewing" });
  one.arrive({ ...place, userId: "ada", mode: "viewing" });
  one.arrive({ ...place, userId: "bob", mode: "editing" });
  const usersOf = (presence: Presence) =>
    presence.at(place).map(({ userId, mode }) => `${userId} ${mode}`);
  await vi.waitFor(() => expect(usersOf(other)).toEqual(["ada viewing", "bob editing"]), 20_000);
  one.arrive({ ...place, userId: "ada", mode: "left" });
  expect(usersOf(one)).toEqual(["bob editing"]);
  await vi.waitFor(() => expect(usersOf(other)).toEqual(["bob editing"]), 20_000);
  expect(one.at({ resource: "incident", recordId: "2" })).toEqual([]);
});

it("ends 45 seconds after the last repetition", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const presence = new Presence(store);
    presence.arrive({ ...place, userId: "ada", mode: "viewing" });
    vi.setSystemTime(Date.now() + 40_000);
    presence.arrive({ ...place, userId: "ada", mode: "viewing" });
    vi.setSystemTime(Date.now() + 44_000);
    expect(presence.at(place)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2_000);
    expect(presence.at(place)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
