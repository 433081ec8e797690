import { expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { copyDeployment } from "@/lib/store/backup/copy-deployment";
import { openDatabase } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import { testApi } from "@/tests/api";
import { type DatabaseKind, hasPostgres, newDatabase, type TestDatabase } from "@/tests/databases";
import { dump } from "@/tests/dump";
import { worldIn } from "./fuzz-records";

const kinds: DatabaseKind[] = ["file", ...(hasPostgres() ? (["postgres"] as const) : [])];
const ways = kinds.flatMap((from) => kinds.map((to) => ({ from, to })));

it.each(ways)("copies a deployment from $from to $to, once", async (way) => {
  const source = await filled(way.from);
  const target = await newDatabase(way.to);
  const [from, to] = [await open(source), await open(target)];
  const copied = await copyDeployment(from, to);
  expect(copied.find(({ name }) => name === "incident")?.rows).toBe(3);
  for (const table of ["auth_user", "auth_account", "auth_session"]) {
    expect(copied.find(({ name }) => name === table)?.rows).toBe(1);
  }
  const records = (await dump(to.store))["change_log"];
  expect(records?.length).toBe((await dump(from.store))["change_log"]?.length);
  await expect(copyDeployment(from, to)).rejects.toThrow("is not empty");
  await to.store.close();
  const again = await open(target);
  const searched = {
    text: "short text",
    scopes: [{ projects: "all", paths: ["incident"] }],
    limit: 9,
  } as const;
  expect(await again.store.reader.search(searched)).toEqual(
    await from.store.reader.search(searched),
  );
  const back = await newDatabase(way.from);
  const home = await open(back);
  const sums = await copyDeployment(again, home);
  const settings = ({ name }: { name: string }) => name !== "tocsin_setting";
  expect(sums.filter(settings)).toEqual(copied.filter(settings));
  for (const one of [from, again, home]) await one.store.close();
  for (const one of [source, target, back]) await one.drop();
});

/** Creates a database with three records of each resource and a user with an account. */
async function filled(kind: DatabaseKind): Promise<TestDatabase> {
  const database = await newDatabase(kind);
  const api = await testApi({ references: "loose" }, { ...database, drop: async () => undefined });
  const { store } = api.engine;
  await worldIn(api);
  const person = { id: newId(), email: "a@example.com", name: "A", passwordHash: "hashed" };
  await store.write((writer) => writer.auth.insertAccount(person));
  const times = { createdAt: new Date(), expiresAt: new Date() };
  const session = { userId: person.id, tokenHash: "hash", ...times, address: "", userAgent: "" };
  await store.write((writer) => writer.auth.insertSession(session));
  await store.close();
  return database;
}

async function open({ url }: TestDatabase) {
  return await openDatabase({ url, resources: resources.values(), poolSize: 2 });
}
