import { deriveBeforeCreate } from "@/lib/operations/derived/derived";
import { createIn, prepareCreate } from "@/lib/operations/record/create";
import { newRow } from "@/lib/operations/rows/new-row";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { systemContext } from "@/lib/operations/transaction/system-context";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { resources } from "@/lib/resources";
import { project } from "@/lib/resources/settings/project";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Store } from "@/lib/store/port/store";

/** A record to create; `at` is its creation time if not now. */
export interface SampleEntry {
  readonly path: string;
  readonly data: JsonObject;
  readonly at?: string;
}

/**
 * Creates the records of a sample project in order, all or none, as requests of the system at their
 * times. Resources that requests cannot create are stored as given. So is the project, which would
 * otherwise get default states and roles.
 */
export async function loadSample(
  store: Store,
  entries: readonly SampleEntry[],
  now: Date,
): Promise<void> {
  await inTransaction(contextAt(store, now), async (tx) => {
    for (const { path, data, at } of entries) {
      const resource = resources.get(path);
      if (resource === undefined) throw new Error(`There is no resource ${path}.`);
      const context = contextAt(store, at === undefined ? now : new Date(at));
      if (isStoredAsIs(resource)) await storeAsIs(tx.for(context), resource, data);
      else await createIn(tx.for(context), await prepareCreate(context, resource, data));
    }
  });
}

function isStoredAsIs(resource: Resource): boolean {
  return resource === project || !resource.operations.includes("create");
}

function contextAt(store: Store, now: Date): Context {
  return { ...systemContext(store, "Sample data", now), requestId: "sample-data" };
}

async function storeAsIs(tx: Transaction, resource: Resource, data: JsonObject): Promise<void> {
  const row = newRow(tx.context, resource, data, tx.now);
  await deriveBeforeCreate(tx, resource, row);
  await tx.changes.create(resource, row);
}
