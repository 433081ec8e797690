import { spawn } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources/index";
import { openStore } from "@/lib/store/open-store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { hasPostgres, newDatabase } from "@/tests/databases";
import { bundleFile, scratchFolder } from "@/tests/server/server-process";

const folder = scratchFolder();
let program: string;
beforeAll(async () => {
  program = await bundleFile(
    "tests/hard/kill-during-jobs.ts",
    "dist/hard-tests-kill-during-jobs.js",
  );
});
afterAll(() => folder.remove());

/** Runs the program until it is killed before a statement; 0: to its end. */
function killedAt(url: string, statement: number, round: number): Promise<NodeJS.Signals | number> {
  const args = [program, url, String(statement), String(round)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  return new Promise((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code ?? -1)),
  );
}

/** Places of the kills: each statement of a run's first half, then every third. */
const places = [...Array.from({ length: 24 }, (_, n) => n + 1), 27, 30, 33, 36, 39, 42];

const engines = [
  { name: "a file", kind: "file", isSkipped: false },
  { name: "PostgreSQL", kind: "postgres", isSkipped: !hasPostgres() },
] as const;

describe.each(engines)(
  "a process that is killed at each statement, on $name",
  ({ kind, isSkipped }) => {
    it.skipIf(isSkipped)(
      "loses no job and no change, and has the effect of each once",
      { timeout: 900_000 },
      async () => {
        const { url, drop } = await newDatabase(kind);
        let kills = 0;
        for (const [round, place] of places.entries()) {
          const end = await killedAt(url, place, round);
          if (end === "SIGKILL") kills += 1;
          else expect(end).toBe(0);
        }
        expect(kills).toBeGreaterThan(20);
        expect(await killedAt(url, 0, places.length)).toBe(0);

        const store = await openStore({ url, resources: resources.values() });
        const db = kyselyOver(store);
        const ask = async (text: string) =>
          (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db)).rows;
        const changes = await ask('select sequence, "recordId" from change_log order by sequence');
        const counts = await ask(
          "select name, value from tocsin_setting where name like 'ran %' or name like 'seen %'",
        );
        const expected = changes.flatMap(({ sequence, recordId }) => [
          [`seen ${sequence}`, "1"],
          [`ran ${recordId}`, "1"],
        ]);
        expect(Object.fromEntries(counts.map(({ name, value }) => [name, value]))).toEqual(
          Object.fromEntries(expected),
        );
        expect(changes.map(({ sequence }) => Number(sequence))).toEqual(
          changes.map((_, index) => index + 1),
        );
        expect(changes.length).toBeGreaterThan(10);
        expect(await ask("select kind, last_error from tocsin_job")).toEqual([
          { kind: "recurring", last_error: null },
        ]);
        await store.close();
        await drop();
      },
    );
  },
);
