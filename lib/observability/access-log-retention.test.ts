import { expect, test, vi } from "vitest";
import type { Store } from "@/lib/store/port/store";
import { testEngine } from "@/tests/engine";
import { pruneAccessLog } from "./access-log-retention";

test("each outage of the database is warned of once", async () => {
  const { store } = await testEngine();
  let isAway = false;
  let rounds = 0;
  const unsteady: Store = {
    ...store,
    write: async (work, manner) => {
      rounds += 1;
      if (isAway) throw new Error("the database is away");
      return store.write(work, manner);
    },
  };
  const warnings: string[] = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const end = pruneAccessLog(unsteady, 400, { warn: (text) => warnings.push(text) });
  const pass = async (away: boolean) => {
    isAway = away;
    const before = rounds;
    while (rounds === before) await vi.advanceTimersByTimeAsync(60_000);
  };
  try {
    for (const away of [true, true, false, true, true]) await pass(away);
    await end();
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain("the database is away");
  } finally {
    vi.useRealTimers();
    await store.close();
  }
});
