import { openStore, type StoreOptions } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { chosenDatabase, copyTemplate, postgresUrl, runOn } from "@/tests/databases";
import { testResources } from "./test-resources";

/**
 * Opens an empty store of the test resources on the database of this run; closing it drops that.
 */
export async function openTestStore(options: Partial<StoreOptions> = {}): Promise<Store> {
  const all = { resources: testResources, poolSize: 2, ...options };
  if (chosenDatabase() !== "postgres") return openStore({ url: "memory:", ...all });
  const name = await copyTemplate("bare");
  const store = await openStore({ url: postgresUrl(name), ...all });
  return {
    ...store,
    close: async () => {
      await store.close();
      await runOn("postgres", `drop database ${name} with (force)`);
    },
  };
}
