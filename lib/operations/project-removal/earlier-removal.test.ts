import { sql } from "kysely";
import { expect, it } from "vitest";
import { removeRecord } from "@/lib/operations/record/remove";
import { resources } from "@/lib/resources/index";
import { label } from "@/lib/resources/settings/label";
import { project } from "@/lib/resources/settings/project";
import { openStore } from "@/lib/store/open-store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { chosenDatabase, newDatabase } from "@/tests/databases";
import { testEngine } from "@/tests/engine";
import { runJobs } from "@/tests/run-jobs";
import { projectRemoval } from "./removal-job";

it.runIf(chosenDatabase() !== "memory")(
  "a removal that an earlier version began is completed, though it stored no job",
  async () => {
    const database = await newDatabase(chosenDatabase());
    // The engine drops its database when it is closed.
    const first = await testEngine({ database: { ...database, drop: async () => undefined } });
    const { operator, context, create, projectId } = first;
    for (let n = 0; n < 600; n += 1) {
      await create("label", { name: `Label ${n}`, color: "#112233", slug: `label-${n}` });
    }
    await removeRecord(context(operator), project, projectId);
    const db = kyselyOver(first.store);
    const [removal] = await first.store.reader.deletedProjects();
    // The earlier version kept the claim of a process in the note.
    const claim = { by: "another process", until: 9_999_999_999_999 };
    const note = JSON.stringify({ ...JSON.parse(removal?.note ?? "{}"), ...claim });
    await sql`update tocsin_setting set value = ${note} where name like 'leaving project %'`.execute(
      db,
    );
    await sql`drop table tocsin_job`.execute(db);
    await sql`drop table tocsin_period`.execute(db);
    await sql`update tocsin_schema set version = 7`.execute(db);
    await first.store.close();

    const store = await openStore({ url: database.url, resources: resources.values() });
    const { waiting, oldestDueMs } = await store.reader.jobs.facts();
    expect(waiting).toBe(1);
    expect(oldestDueMs).toBeLessThan(60_000);
    await runJobs(store, [projectRemoval]);
    expect(await store.reader.deletedProjects()).toEqual([]);
    for (const resource of [project, label]) {
      expect(await store.reader.count(resource, { projects: "all" })).toBe(0);
    }
    await store.close();
    await database.drop();
  },
);
