import { afterEach, expect, it } from "vitest";
import { waitUntil } from "@/prove/harness/figures";
import { Run } from "@/prove/harness/run";
import { proveRollingRestart } from "@/prove/stop/rolling-restart";
import { copyTemplate, hasPostgres, postgresUrl, runOn } from "@/tests/databases";

const said: string[] = [];
const newRun = () => new Run((line) => said.push(line));
afterEach(() => said.splice(0));

it.skipIf(!hasPostgres())(
  "restarts processes in turn without a failed request, and leaves the database it was named alone",
  async () => {
    const named = await copyTemplate("bare");
    const run = newRun();
    await proveRollingRestart(run, 2, 10, postgresUrl(named));
    const missed = run.findings.filter(({ holds }) => !holds);
    expect(missed, said.join("\n")).toEqual([]);
    expect(run.findings.length).toBeGreaterThan(0);
    await run.end();
    expect(
      await runOn(
        named,
        "select relname from pg_class where relnamespace = 'public'::regnamespace",
      ),
    ).toEqual([]);
    expect(await ownDatabases()).toEqual([]);
  },
);

it.skipIf(!hasPostgres())("takes its database along when it is interrupted", async () => {
  const run = newRun();
  const proving = proveRollingRestart(run, 2, 4, postgresUrl("postgres")).catch(() => undefined);
  let made = 0;
  const watch = setInterval(async () => {
    made = (await ownDatabases()).length;
  }, 50);
  await waitUntil(() => made > 0, 60_000);
  clearInterval(watch);
  await run.end();
  expect(made).toBe(1);
  expect(await ownDatabases()).toEqual([]);
  await proving;
});

it.skipIf(!hasPostgres())("says so where the user may create no database", async () => {
  await runOn("postgres", "create role may_nothing login");
  const run = newRun();
  const url = postgresUrl("postgres").replace("tocsin@", "may_nothing@");
  await proveRollingRestart(run, 1, 1, url);
  expect(run.findings).toEqual([]);
  expect(run.skipped).toEqual([expect.stringMatching(/may not create a database \(alter role/)]);
  await run.end();
  await runOn("postgres", "drop role may_nothing");
});

function ownDatabases(): Promise<unknown[]> {
  return runOn("postgres", "select datname from pg_database where datname like 'tocsin_prove_%'");
}
