import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Store } from "@/lib/store/port/store";
import { openTestStore } from "@/lib/store/testing/test-store";
import { Presence } from "./presence";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const place = { resource: "incident", recordId: "1", pageId: "" };

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
  expect(one.at({ ...place, recordId: "2" })).toEqual([]);
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

it("knows a user until their last page is closed, and as editing if one page edits", async () => {
  const [one, other] = [new Presence(store), new Presence(store)];
  const tell = (pageId: string, mode: "viewing" | "editing" | "left") =>
    one.arrive({ ...place, userId: "ada", pageId, mode });
  other.arrive({ ...place, userId: "bob", mode: "viewing" });
  tell("1", "editing");
  tell("2", "viewing");
  const adaIn = (presence: Presence) =>
    presence.at(place).flatMap(({ userId, mode }) => (userId === "ada" ? [mode] : []));
  expect(adaIn(one)).toEqual(["editing"]);
  await vi.waitFor(() => expect(adaIn(other)).toEqual(["editing"]), 20_000);
  tell("1", "left");
  expect(adaIn(one)).toEqual(["viewing"]);
  await vi.waitFor(() => expect(adaIn(other)).toEqual(["viewing"]), 20_000);
  tell("2", "left");
  expect(adaIn(one)).toEqual([]);
});

it("forgets the oldest pages of a user who has many at one record", () => {
  const presence = new Presence(store);
  for (let n = 0; n < 30; n += 1)
    presence.arrive({
      ...place,
      userId: "ada",
      pageId: `${n}`,
      mode: n === 0 ? "editing" : "viewing",
    });
  expect(presence.at(place)).toMatchObject([{ userId: "ada", mode: "viewing" }]);
  for (let n = 20; n < 30; n += 1)
    presence.arrive({ ...place, userId: "ada", pageId: `${n}`, mode: "left" });
  expect(presence.at(place)).toEqual([]);
});
