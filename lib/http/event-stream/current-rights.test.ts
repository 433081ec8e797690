import { afterEach, expect, it, vi } from "vitest";
import type { Context } from "@/lib/operations/transaction/context";
import { testEngine } from "@/tests/engine";
import { CurrentRights } from "./current-rights";

afterEach(() => vi.useRealTimers());

it("looks a key up once, and again after a change of access", async () => {
  const engine = await testEngine();
  vi.useFakeTimers({ toFake: ["performance"] });
  let lookUps = 0;
  const context: Context = {
    ...engine.context({ ...engine.owner, type: "apiKey" }),
    lookUpAgain: async () => {
      lookUps += 1;
      return context;
    },
  };
  const rights = new CurrentRights(context);
  expect(rights.isDue()).toBe(false);
  vi.advanceTimersByTime(4_000);
  expect(rights.isDue()).toBe(true);
  expect(await rights.check()).toBe("current");
  vi.advanceTimersByTime(4_000);
  const isShared = engine.store.writesOf("api-key") === undefined;
  expect(rights.isDue()).toBe(isShared);
  await engine.create("api-key", { name: "Other", permissions: ["Read Label"] });
  vi.advanceTimersByTime(4_000);
  expect(rights.isDue()).toBe(true);
  expect(await rights.check()).toBe("current");
  expect(lookUps).toBe(2);
  await engine.store.close();
});

it("is due after the store was closed, and does not throw", async () => {
  const engine = await testEngine();
  vi.useFakeTimers({ toFake: ["performance"] });
  const rights = new CurrentRights(engine.context({ ...engine.owner, type: "apiKey" }));
  await engine.store.close();
  vi.advanceTimersByTime(4_000);
  expect(rights.isDue()).toBe(true);
});
