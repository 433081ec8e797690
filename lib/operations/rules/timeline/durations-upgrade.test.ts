import { expect, it } from "vitest";
import { loadSample } from "@/lib/operations/deployment/load-sample";
import { resources } from "@/lib/resources";
import { sampleProject } from "@/lib/resources/sample/sample-project";
import { openDatabase } from "@/lib/store/open-store";
import { Statements } from "@/lib/store/statement/statements";
import { rebuildDurations } from "@/lib/store/upgrade/rebuild-durations";
import { chosenDatabase, newDatabase } from "@/tests/databases";

it("an older database gets the durations that writes would have stored", async () => {
  const database = await newDatabase(chosenDatabase());
  const { store, engine, tables } = await openDatabase({
    url: database.url,
    resources: [...resources.values()],
  });
  const now = new Date("2030-01-01T00:00:00.000Z");
  await loadSample(store, sampleProject(now), now);
  const paths = ["incident", "alert", "incident_episode", "alert_episode"];
  const stored = async () => {
    const all: unknown[][][] = [];
    for (const path of paths) {
      all.push(
        await engine.reading.rows(
          `select "_id", "version", "acknowledgedAfterSeconds", "resolvedAfterSeconds" from ${path} order by "_id"`,
          [],
        ),
      );
    }
    return all;
  };
  const kept = await stored();
  expect(kept.flat().filter((row) => row[3] !== null).length).toBeGreaterThan(20);
  await engine.transaction(async ({ connection }) => {
    for (const path of paths) {
      await connection.run(
        `update ${path} set "acknowledgedAfterSeconds" = null, "resolvedAfterSeconds" = null`,
        [],
      );
    }
    await connection.run("delete from tocsin_setting where name = 'lifecycle durations'", []);
  });
  await rebuildDurations(engine, new Statements(engine, tables));
  expect(await stored()).toEqual(kept);
  await store.close();
  await database.drop();
});
