import type { ChildProcess } from "node:child_process";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources/index";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import { waitUntil } from "@/prove/harness/figures";
import { adminKey, scratchFolder } from "@/tests/server/server-process";
import { bundleCommands, runOperator } from "./operator-commands";

const folder = scratchFolder();
beforeAll(() => bundleCommands());
afterAll(() => folder.remove());

const isUnfinished = (name: string) => name.includes("unfinished");
const unfinishedIn = (path: string) => readdirSync(path).filter(isUnfinished);

/** Kills a process as soon as the folder holds an unfinished file. */
async function endAmid(child: ChildProcess, path: string, signal: NodeJS.Signals): Promise<void> {
  await waitUntil(() => unfinishedIn(path).length > 0, 120_000);
  child.kill(signal);
}

/** Creates a database large enough that its check takes time. */
async function largeDatabase(path: string): Promise<void> {
  await (await openStore({ url: `file:${path}`, resources: resources.values() })).close();
  const db = new Sqlite(path);
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 400000)
    insert into tocsin_counter (name, value) select 'a counter that nobody asks for ' || i, i from n`);
  db.close();
}

describe.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("%s", (signal, code) => {
  const told = { code, output: `Ended by ${signal}. Unfinished work is removed.\n` };

  it("leaves nothing of an interrupted backup", async () => {
    const silent = createServer((_, response) => response.write("a beginning")).listen(0);
    const into = folder.path(`backups-${signal}`);
    mkdirSync(into);
    const { port } = silent.address() as AddressInfo;
    const settings = { PORT: String(port), ADMIN_API_KEY: adminKey };
    const ran = await runOperator("backup", [into], settings, (child) => {
      void endAmid(child, into, signal);
    });
    silent.closeAllConnections();
    silent.close();
    expect(ran).toEqual(told);
    expect(readdirSync(into)).toEqual([]);
  });

  it("leaves nothing of an interrupted restore", async () => {
    const large = folder.path("large.db");
    if (!readdirSync(folder.path(".")).includes("large.db")) await largeDatabase(large);
    const into = folder.path(`restored-${signal}`);
    mkdirSync(into);
    const ran = await runOperator(
      "restore",
      [large, "--to", `file:${into}/again.db`],
      {},
      (child) => {
        void endAmid(child, into, signal);
      },
    );
    expect(ran).toEqual(told);
    expect(readdirSync(into).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  });
});

it("removes files of killed processes, once they are unchanged for a day", async () => {
  const source = folder.path("small.db");
  await (await openStore({ url: `file:${source}`, resources: resources.values() })).close();
  const into = folder.path("with-leftovers");
  mkdirSync(into);
  const names = (age: string) => {
    const id = newId();
    return [`.unfinished-${id}`, `.unfinished-${id}.json`, `again.db.unfinished-${id}`].map(
      (name) => ({ age, name }),
    );
  };
  const all = [...names("old"), ...names("new"), { age: "old", name: ".unfinished-business" }];
  for (const { age, name } of all) {
    writeFileSync(`${into}/${name}`, "");
    const hoursAgo = age === "old" ? 25 : 1;
    utimesSync(`${into}/${name}`, new Date(), new Date(Date.now() - hoursAgo * 3_600_000));
  }
  const backup = await runOperator("backup", [into], { DATABASE_URL: `file:${source}` });
  expect(backup, backup.output).toMatchObject({ code: 0 });
  const [made = ""] = readdirSync(into).filter((name) => /^tocsin-.*db$/.test(name));
  const restored = await runOperator("restore", [
    `${into}/${made}`,
    "--to",
    `file:${into}/again.db`,
  ]);
  expect(restored, restored.output).toMatchObject({ code: 0 });
  const kept = all.filter(({ age, name }) => age === "new" || name.endsWith("business"));
  expect(unfinishedIn(into).sort()).toEqual(kept.map(({ name }) => name).sort());
});
