import { sql } from "kysely";
import { expect, it } from "vitest";
import { storyQuery } from "@/lib/contract/records/story";
import { resources } from "@/lib/resources";
import { incident } from "@/lib/resources/incidents/incident";
import { openStore } from "@/lib/store/open-store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import type { Progress } from "@/lib/store/upgrade/progress";
import { chosenDatabase, newDatabase } from "@/tests/databases";
import { type TestEngine, testEngine } from "@/tests/engine";
import { storyOf } from "./story";

async function newIncident({ create, clock, idOf }: TestEngine): Promise<string> {
  const made = await create("incident", {
    ...{ title: "Outage", declaredAt: clock.iso() },
    currentIncidentStateId: await idOf("incident-state", "Identified"),
    incidentSeverityId: await idOf("incident-severity", "Critical Incident"),
  });
  return String(made._id);
}

/** Adds two owners and a team, and removes one owner and the team. */
async function changeOwners({ create, remove }: TestEngine, incidentId: string): Promise<void> {
  const own = { incidentId, isOwnerNotified: false };
  const [userId, teamId] = [
    "01234567-0000-7000-8000-0000000000b1",
    "01234567-0000-7000-8000-0000000000b2",
  ];
  const owner = await create("incident-owner-user", { ...own, userId });
  await create("incident-owner-user", { ...own, userId: teamId });
  const team = await create("incident-owner-team", { ...own, teamId });
  await remove("incident-owner-user", owner._id);
  await remove("incident-owner-team", team._id);
}

const ask = storyQuery.parse({});

it("an older database tells the same removed owners, also after a start that broke off", async () => {
  const kind = chosenDatabase();
  // A database in memory ends with its process.
  const database = await newDatabase(kind === "memory" ? "file" : kind);
  const engine = await testEngine({ database: { ...database, drop: async () => undefined } });
  const ids = [await newIncident(engine), await newIncident(engine)];
  for (const id of ids) await changeOwners(engine, id);
  const context = engine.context(engine.owner);
  const stories = async (store = engine.store) => {
    const read: unknown[] = [];
    for (const id of ids) read.push(await storyOf({ ...context, store }, incident, id, ask));
    return read;
  };
  const told = await stories();
  const removed = (JSON.stringify(told).match(/"verb":"removed"/g) ?? []).length;
  expect(removed).toBe(4);
  const db = kyselyOver(engine.store);
  await sql`alter table change_log rename column "removedFrom" to "unknown"`.execute(db);
  await sql`update change_log set "unknown" = null`.execute(db);
  // The log of a long time.
  await sql`update change_log set sequence = sequence + 12000 where "recordId" = ${ids[1]} or operation = 'delete'`.execute(
    db,
  );
  await sql`delete from tocsin_setting where name = 'removed members'`.execute(db);
  await sql`update tocsin_schema set version = 15`.execute(db);
  await engine.store.close();

  const seen: number[] = [];
  const open = (mostBatches: number) =>
    openStore({
      ...{ url: database.url, resources: resources.values(), now: () => engine.clock.now() },
      onProgress: ({ done, step }: Progress) => {
        if (!step.startsWith("Removed")) return;
        seen.push(done);
        if (seen.length === mostBatches) throw new Error("The process is killed.");
      },
    });
  await expect(open(1)).rejects.toThrow("The process is killed.");
  const store = await open(9);
  expect(seen).toEqual([5_000, 10_000]);
  expect(await stories(store)).toEqual(told);
  await store.close();
  await database.drop();
});

it.runIf(chosenDatabase() === "memory")(
  "removed owners are found by the index of the record, however many others were removed",
  async () => {
    const statements: string[] = [];
    const engine = await testEngine({ onStatement: (text) => statements.push(text) });
    const [id] = [await newIncident(engine), await newIncident(engine)];
    await changeOwners(engine, id);
    const db = kyselyOver(engine.store);
    for (const step of ["unknown", "known"]) {
      if (step === "known") await sql`analyze`.execute(db);
      statements.length = 0;
      await engine.store.write((writer) => {
        const store = { ...engine.store, reader: writer };
        return storyOf({ ...engine.context(engine.owner), store }, incident, id, ask);
      });
      const asked = statements.filter((text) => text.includes('"removedFrom"'));
      expect(asked.length).toBe(1);
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(
        String(asked[0]).replaceAll("?", "'1'"),
      )}`.execute(db);
      expect(rows.map(({ detail }) => detail)).toEqual([
        expect.stringContaining("(projectId=? AND removedFrom=? AND at>?)"),
      ]);
    }
    await engine.store.close();
  },
);
