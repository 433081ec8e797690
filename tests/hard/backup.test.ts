import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminKey, bundleServer, scratchFolder, startServer } from "@/tests/server/server-process";
import {
  allHeld,
  bundleCommands,
  fill,
  heldBy,
  keepWriting,
  person,
  projectId,
  runOperator,
  write,
} from "./operator-commands";

// Several processes one after the other, on a busy machine.
const folder = scratchFolder();
let server: string;
beforeAll(async () => {
  server = await bundleServer();
  await bundleCommands();
});
afterAll(() => folder.remove());

function only(path: string): string {
  const [name, ...others] = readdirSync(path).filter((one) => one.endsWith(".db"));
  expect(others).toEqual([]);
  return `${path}/${name}`;
}

describe("a backup of a file, taken while it is written to", () => {
  const url = `file:${folder.path("live.db")}`;
  let backup: string;
  let fileId: string;
  let key: string;
  let acknowledgedBefore: number;

  beforeAll(async () => {
    const served = await startServer(server, { DATABASE_URL: url });
    ({ key, fileId } = await fill(served));
    const load = keepWriting(served);
    await load.atLeast(50);
    acknowledgedBefore = load.done();
    const ran = await runOperator("backup", [folder.path("backups")], { DATABASE_URL: url });
    await load.stop();
    expect(ran.code, ran.output).toBe(0);
    expect(load.done()).toBeGreaterThan(acknowledgedBefore);
    backup = only(folder.path("backups"));
    for (const secret of [adminKey, key, person.password]) expect(ran.output).not.toContain(secret);
    await served.stop();
  });

  it("is readable by its owner alone, and nothing half done is left", () => {
    expect(readdirSync(folder.path("backups"))).toHaveLength(2);
    for (const path of [backup, `${backup}.json`, folder.path("live.db")]) {
      expect(statSync(path).mode & 0o777, path).toBe(0o600);
    }
    const manifest = readFileSync(`${backup}.json`, "utf8");
    for (const secret of [adminKey, key, person.email]) expect(manifest).not.toContain(secret);
  });

  it("verifies, and restores to a deployment that has people, keys, files and history", async () => {
    const verified = await runOperator("verify", [backup]);
    expect(verified, verified.output).toMatchObject({ code: 0 });
    const to = `file:${folder.path("restored/again.db")}`;
    const restored = await runOperator("restore", [backup, "--to", to]);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    expect(readdirSync(folder.path("restored"))).toEqual(["again.db"]);
    expect(await runOperator("verify", [to, "--against", `${backup}.json`])).toMatchObject({
      code: 0,
    });
    const served = await startServer(server, { DATABASE_URL: to });
    const held = await heldBy(served, fileId, key);
    expect(held).toMatchObject(allHeld);
    expect(Number(held.labels)).toBeGreaterThanOrEqual(acknowledgedBefore);
    expect(held.history).toBe(held.labels);
    await write(served, "label", { projectId, name: "after", color: "#123456" });
    await served.stop();
    const changed = await runOperator("verify", [to, "--against", `${backup}.json`]);
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(/WRONG {2}label .*rows, the backup has/);
    expect(changed.output).toMatch(/ok {5}counters agree with records/);
  });

  it.each([
    [
      "a changed value",
      (db: Sqlite.Database) =>
        db.exec("update label set description = 'x' where _id = (select min(_id) from label)"),
      /label .*but not the same ones/,
    ],
    [
      "a lost row",
      (db: Sqlite.Database) =>
        db.exec("delete from label where _id = (select min(_id) from label)"),
      /label .*the backup has/,
    ],
    [
      "a wrong counter",
      (db: Sqlite.Database) =>
        db.exec(
          "update tocsin_record_count set amount = amount + 1 where resource = 'label' and column_name = ''",
        ),
      /counters agree with records +label: 1 counters are wrong/,
    ],
    [
      "a lost search entry",
      (db: Sqlite.Database) =>
        db.exec(
          "update tocsin_search set text = 'x' where entry = (select max(entry) from tocsin_search where path = 'label')",
        ),
      /search index .*label: 1 records/,
    ],
    [
      "a lost note of a long text",
      (db: Sqlite.Database) =>
        db.exec(
          "update tocsin_search set partial = ' name ' where entry = (select max(entry) from tocsin_search where path = 'label')",
        ),
      /label: long texts of 1 records are not noted/,
    ],
    [
      "a lost project",
      (db: Sqlite.Database) =>
        db.exec("update label set projectId = 'x' where _id = (select min(_id) from label)"),
      /label: 1 records belong to no project/,
    ],
  ] as const)("with %s neither verifies nor restores", async (what, harm, told) => {
    const path = folder.path(`harmed-${what.replaceAll(" ", "-")}.db`);
    copyFileSync(backup, path);
    copyFileSync(`${backup}.json`, `${path}.json`);
    const db = new Sqlite(path);
    harm(db);
    db.close();
    const verified = await runOperator("verify", [path]);
    expect(verified.code).toBe(1);
    expect(verified.output).toMatch(told);
    expect(verified.output).toMatch(/WRONG {2}the file/);
    const to = `${path}.restored`;
    const restored = await runOperator("restore", [path, "--to", `file:${to}`]);
    expect(restored.code).toBe(1);
    expect(restored.output).toMatch(/nothing was restored/);
    expect(existsSync(to)).toBe(false);
  });

  it("of an older version restores, and the start brings it up to date", async () => {
    const path = folder.path("older.db");
    copyFileSync(backup, path);
    const db = new Sqlite(path);
    db.exec(`
      alter table label drop column description;
      drop table saved_view;
      delete from tocsin_setting where name in ('search index', 'counters of incident');
      delete from tocsin_record_count where resource = 'incident';
      update tocsin_search set text = 'otherwise';
    `);
    db.close();
    const to = `file:${path}.restored`;
    const restored = await runOperator("restore", [path, "--to", to]);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    const served = await startServer(server, { DATABASE_URL: to });
    expect(await heldBy(served, fileId, key)).toMatchObject(allHeld);
    await served.stop();
    expect(await runOperator("verify", [to])).toMatchObject({ code: 0 });
  });

  it("that is cut off or torn is refused in a sentence", async () => {
    const path = folder.path("torn.db");
    writeFileSync(path, readFileSync(backup).subarray(0, 300_000));
    const cut = await runOperator("restore", [path, "--to", `file:${path}.restored`]);
    expect(cut.code).toBe(1);
    expect(cut.output).not.toMatch(/^ {4}at /m);
    appendFileSync(path, Buffer.alloc(100_000, 7));
    expect(await runOperator("verify", [path])).toMatchObject({ code: 1 });
    expect(existsSync(`${path}.restored`)).toBe(false);
  });

  it("is restored to nothing but an empty place, and never over another file", async () => {
    const live = readFileSync(folder.path("live.db"));
    const over = await runOperator("restore", [backup], { DATABASE_URL: url });
    expect(over.code).toBe(1);
    expect(over.output).toMatch(/is there already/);
    expect(readFileSync(folder.path("live.db")).equals(live)).toBe(true);
    for (const args of [["missing.db", "--to", "file:x"], [backup], [backup, "--to", "memory:"]]) {
      expect(await runOperator("restore", args)).toMatchObject({ code: 1 });
    }
    for (const [command, args] of [
      ["backup", []],
      ["restore", []],
      ["verify", ["a", "b"]],
      ["verify", ["a", "--wrong"]],
    ] as const) {
      expect(await runOperator(command, args)).toMatchObject({ code: 2 });
    }
  });

  it("names an error of the system in a sentence", async () => {
    const within = `${backup}/within.db`;
    const put = await runOperator("restore", [backup, "--to", `file:${within}`]);
    expect(put).toMatchObject({ code: 1 });
    expect(put.output).toMatch(/^The backup cannot be put at .*within\.db: E[A-Z]+: .*Nothing was/);
    for (const [command, ...more] of [["verify"], ["restore", "--to", "file:x"]] as const) {
      const ran = await runOperator(command, [within, ...more]);
      expect(ran).toMatchObject({ code: 1 });
      expect(ran.output).toMatch(/^The backup .*within\.db cannot be read: ENOTDIR: /);
    }
  });

  it("into a folder that takes no files ends in a sentence", async () => {
    const ran = await runOperator("backup", ["/proc/self"], { DATABASE_URL: url });
    expect(ran).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The backup cannot be written to \/proc\/[^\n]*: E[A-Z]+: .*\.\n$/,
      ),
    });
  });

  it("of a file behind a link is shown by the server of that file", async () => {
    const link = folder.path("link.db");
    symlinkSync("live.db", link);
    const note = `${folder.path("live.db")}.last-backup`;
    rmSync(note);
    const settings = { DATABASE_URL: `file:${link}` };
    const ran = await runOperator("backup", [folder.path("of-link")], settings);
    expect(ran, ran.output).toMatchObject({ code: 0 });
    const served = await startServer(server, settings);
    const deployment = await fetch(`http://127.0.0.1:${served.port}/api/deployment`, {
      headers: { ApiKey: adminKey },
    });
    const { size } = statSync(only(folder.path("of-link")));
    expect(await deployment.json()).toMatchObject({ lastBackup: { by: "command", bytes: size } });
    await served.stop();
  });

  it("cannot be made of a foreign database", async () => {
    const text = folder.path("text.db");
    writeFileSync(text, "no database");
    mkdirSync(folder.path("empty"));
    for (const wrong of [text, folder.path("missing.db"), folder.path("empty")]) {
      const ran = await runOperator("backup", [folder.path("none")], {
        DATABASE_URL: `file:${wrong}`,
      });
      expect(ran.code).toBe(1);
      expect(ran.output).not.toMatch(/^ {4}at /m);
    }
    expect(readdirSync(folder.path("none"))).toEqual([]);
  });
});

describe("an invalid backup", () => {
  it.each([
    ["a folder", () => folder.path("."), /is a folder: name the file in it\.$/],
    ["a folder with a manifest beside it", withManifest, /is a folder: name the file in it\.$/],
    ["a file that may not be read", unreadable, /cannot be read: E\w+: .*\.$/],
  ] as const)("is refused in a sentence that names it: %s", async (_, made, told) => {
    const path = made();
    for (const [command, ...more] of [["verify"], ["restore", "--to", "file:x"]] as const) {
      const { code, output } = await runOperator(command, [path, ...more]);
      expect({ code, output: output.trim() }).toMatchObject({
        ...{ code: 1, output: expect.stringMatching(told) },
      });
      expect(output).toContain(path);
      expect(output).not.toMatch(/^ {4}at /m);
    }
  });
});

function withManifest(): string {
  const path = folder.path("no-backup");
  mkdirSync(path);
  const manifest = {
    ...{ format: "tocsin-backup-1", version: "0", engine: "sqlite", at: "", tables: [] },
    file: { name: "no-backup", bytes: 0, sha256: "0".repeat(64) },
  };
  writeFileSync(`${path}.json`, JSON.stringify(manifest));
  return path;
}

/** Root may read all files, so it gets a file of the system that cannot be read. */
function unreadable(): string {
  if (process.getuid?.() === 0) return "/proc/self/mem";
  const path = folder.path("unreadable");
  writeFileSync(path, "PGDMP");
  chmodSync(path, 0o000);
  return path;
}

it("is not called with a PostgreSQL database among its arguments, which others can read", async () => {
  const url = "postgres://tocsin:secret@127.0.0.1:1/tocsin";
  for (const ran of await Promise.all([
    runOperator("backup", [url]),
    runOperator("verify", [url]),
    runOperator("verify", ["file:x", "--against", url]),
    runOperator("restore", [url, "--to", "file:x"]),
    runOperator("restore", ["x", "--to", url]),
  ])) {
    expect(ran).toMatchObject({ code: 1, output: expect.stringMatching(/in DATABASE_URL/) });
    expect(ran.output).not.toContain("secret");
  }
});

it("is not the only way: a copy takes its unnamed side from DATABASE_URL", async () => {
  const [one, two, three, four] = ["one.db", "two.db", "three.db", "four.db"].map(
    (n) => `file:${folder.path(n)}`,
  );
  const served = await startServer(server, { DATABASE_URL: one });
  const { key, fileId } = await fill(served);
  await served.stop();
  const settings = { DATABASE_URL: two };
  const said = /All is in .*\.db now/;
  const into = await runOperator("copy", ["--from", String(one)], settings);
  expect(into).toMatchObject({ code: 0, output: expect.stringMatching(said) });
  const outOf = await runOperator("copy", ["--to", String(three)], settings);
  expect(outOf).toMatchObject({ code: 0, output: expect.stringMatching(said) });
  const named = { COPY_FROM: String(one), DATABASE_URL: four };
  const fromSetting = await runOperator("copy", [], named);
  expect(fromSetting).toMatchObject({ code: 0, output: expect.stringMatching(said) });
  const twice = await runOperator("copy", ["--to", String(three)], named);
  expect(twice).toMatchObject({ code: 2, output: expect.stringMatching(/^COPY_FROM is set/) });
  const nothing = await runOperator("copy", [], settings);
  expect(nothing).toMatchObject({ code: 2, output: expect.stringMatching(/^Say from where/) });
  const copied = await startServer(server, { DATABASE_URL: three });
  expect(await heldBy(copied, fileId, key)).toMatchObject(allHeld);
  await copied.stop();
});

it("warns where a copy is called with a PostgreSQL database among its arguments", async () => {
  const url = "postgres://tocsin:secret@127.0.0.1:1/tocsin";
  const settings = { DATABASE_URL: `file:${folder.path("warned.db")}` };
  const byArgument = await runOperator("copy", ["--from", url], settings);
  const bySetting = await runOperator("copy", [], { ...settings, COPY_FROM: url });
  expect(byArgument.output).toMatch(/^Warning: .* Use COPY_FROM and DATABASE_URL\./);
  expect(bySetting.output).not.toMatch(/Warning/);
  for (const { code, output } of [byArgument, bySetting]) {
    expect(code).toBe(1);
    expect(output).not.toContain("secret");
  }
});

it("makes no database of a source that was mistyped", async () => {
  const [missing, target] = [folder.path("mistyped.db"), folder.path("target.db")];
  const [from, to] = [`file:${missing}`, `file:${target}`];
  for (const ran of [
    await runOperator("copy", ["--from", from], { DATABASE_URL: to }),
    await runOperator("copy", ["--to", to], { DATABASE_URL: from }),
    await runOperator("reset-owner", [], { DATABASE_URL: from }),
  ]) {
    expect(ran).toEqual({ code: 1, output: `There is no database at ${missing}.\n` });
  }
  expect([missing, target].filter(existsSync)).toEqual([]);
});

it("resets the password of the owner by a link that a browser opens, also at an address of IPv6", async () => {
  const url = `file:${folder.path("owner.db")}`;
  const served = await startServer(server, { DATABASE_URL: url });
  await served.stop();
  for (const [host, shown] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::1", "[::1]"],
  ] as const) {
    const ran = await runOperator("reset-owner", [], { DATABASE_URL: url, HOST: host });
    const [link = ""] = /http:\S+/.exec(ran.output) ?? [];
    expect([ran.code, new URL(link).host]).toEqual([0, `${shown}:3000`]);
  }
});

it.each([
  ["copy", ["--frm", "x"], /Unknown option '--frm'.* Call it so: npm run copy/],
  ["copy", ["surplus"], /"surplus" is one argument too many\. Call it so: npm run copy/],
  ["reset-owner", ["--bogus"], /Unknown option '--bogus'.* Call it so: npm run reset-owner/],
  ["reset-owner", ["surplus"], /one argument too many/],
] as const)("ends with 2 where it is called wrongly: %s %j", async (command, args, told) => {
  const ran = await runOperator(command, args, { DATABASE_URL: `file:${folder.path("no.db")}` });
  expect(ran).toMatchObject({ code: 2, output: expect.stringMatching(told) });
  expect(existsSync(folder.path("no.db"))).toBe(false);
});

describe("a database in memory", () => {
  it("is backed up through its server, and its snapshot restores the same way", async () => {
    const served = await startServer(server, {});
    const { key, fileId } = await fill(served);
    await write(served, "label", { projectId, name: "L", color: "#123456" });
    const settings = { PORT: String(served.port), ADMIN_API_KEY: adminKey };
    const ran = await runOperator("backup", [folder.path("of-memory")], settings);
    expect(ran, ran.output).toMatchObject({ code: 0 });
    expect(ran.output).not.toContain(adminKey);
    const refused = await runOperator("backup", [folder.path("refused")], {
      ...settings,
      ADMIN_API_KEY: key,
    });
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/refused \(403\)/);
    const snapshot = folder.path("snapshot.db");
    const reply = await fetch(`http://127.0.0.1:${served.port}/api/snapshot`, {
      headers: { ApiKey: adminKey },
    });
    writeFileSync(snapshot, Buffer.from(await reply.arrayBuffer()));
    await served.stop();
    expect((await runOperator("backup", [folder.path("gone")], settings)).output).toMatch(
      /No server answers/,
    );

    for (const [name, from] of [
      ["one", only(folder.path("of-memory"))],
      ["two", snapshot],
    ] as const) {
      const to = `file:${folder.path(`memory-${name}.db`)}`;
      const restored = await runOperator("restore", [from, "--to", to]);
      expect(restored, restored.output).toMatchObject({ code: 0 });
      const again = await startServer(server, { DATABASE_URL: to });
      expect(await heldBy(again, fileId, key)).toEqual({ ...allHeld, labels: 1, history: 1 });
      await again.stop();
    }
  });
});
