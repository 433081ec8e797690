import { type Database, openDatabase, type StoreOptions } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { chosenDatabase, copyTemplate, postgresUrl, runOn } from "@/tests/databases";
import { testResources } from "./test-resources";

/**
 * Opens an empty store of the test resources on the database of this run; closing it drops that.
 */
export async function openTestStore(options: Partial<StoreOptions> = {}): Promise<Store> {
  return (await openTestDatabase(options)).store;
}

/** Opens the same with its engine and tables. */
export async function openTestDatabase(options: Partial<StoreOptions> = {}): Promise<Database> {
  const all = { resources: testResources, poolSize: 2, ...options };
  if (chosenDatabase() !== "postgres") return openDatabase({ url: "memory:", ...all });
  const name = await copyTemplate("bare");
  const database = await openDatabase({ url: postgresUrl(name), ...all });
  const close = async () => {
    await database.store.close();
    await runOn("postgres", `drop database ${name} with (force)`);
  };
  return { ...database, store: { ...database.store, close } };
}
