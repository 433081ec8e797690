import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import { chosenDatabase, newDatabase, type TestDatabase } from "@/tests/databases";
import { type TestEngine, testEngine } from "@/tests/engine";
import { type Consumer, startConsumer } from "./consumer";
import { positionOf } from "./position";

const kind = chosenDatabase();

/** Counts each change in the database. Fails once, after its effect. */
function counting(failure?: Error): Consumer {
  let failsAt = failure;
  return {
    name: "test",
    take: async (writer, changes) => {
      const counts = JSON.parse((await writer.setting("counted")) ?? "{}");
      for (const { sequence } of changes) counts[sequence] = (counts[sequence] ?? 0) + 1;
      await writer.putSetting("counted", JSON.stringify(counts));
      if (!failsAt) return;
      const error = failsAt;
      failsAt = undefined;
      throw error;
    },
  };
}

describe("a consumer", () => {
  let database: TestDatabase;
  let engine: TestEngine;
  beforeEach(async () => {
    database = await newDatabase(kind);
    engine = await testEngine({ database });
  });
  afterEach(() => engine.store.close());

  const label = (name: string) => engine.create("label", { name, color: "#112233" });
  const untilTaken = async () => {
    const entries = await engine.rows("change-log");
    const { reader } = engine.store;
    await vi.waitFor(async () => expect(await positionOf(reader, "test")).toBe(entries.length), {
      timeout: 30_000,
    });
    const counts = JSON.parse((await reader.setting("counted")) ?? "{}");
    expect(counts).toEqual(Object.fromEntries(entries.map((_, place) => [place + 1, 1])));
  };

  it("takes each change once, also after a failure, and goes on from its position", async () => {
    const reports: unknown[] = [];
    const report = (error: unknown) => reports.push(error);
    const failure = new Error("not yet");
    const stop = startConsumer(engine.store, counting(failure), report);
    await label("one");
    await untilTaken();
    await stop();
    expect(reports).toEqual([failure]);
    await label("two");
    const stopAgain = startConsumer(engine.store, counting(), report);
    await label("three");
    await untilTaken();
    await stopAgain();
    expect(reports).toEqual([failure]);
  });

  it("takes each change once while two run at the same time", async () => {
    const url = database.url;
    const second =
      kind === "postgres" ? await openStore({ url, resources: resources.values() }) : engine.store;
    const fail = (error: unknown) => expect(error).toBeUndefined();
    const stops = [engine.store, second].map((store) => startConsumer(store, counting(), fail));
    for (let n = 0; n < 30; n += 1) await label(`label ${n}`);
    await untilTaken();
    for (const stop of stops) await stop();
    if (second !== engine.store) await second.close();
  });
});
