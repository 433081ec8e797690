import { systemCaller } from "@/lib/auth/grants/system-caller";
import { deriveBeforeCreate } from "@/lib/operations/derived/derived";
import { createRecord } from "@/lib/operations/record/create";
import { newRow } from "@/lib/operations/rows/new-row";
import { changesOf } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { transactionOf } from "@/lib/operations/transaction/in-transaction";
import { resources } from "@/lib/resources";
import { project } from "@/lib/resources/settings/project";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Store, Writer } from "@/lib/store/port/store";

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
  await store.write(async (writer) => {
    const inside = within(store, writer);
    for (const { path, data, at } of entries) {
      const resource = resources.get(path);
      if (resource === undefined) throw new Error(`There is no resource ${path}.`);
      const context = contextAt(inside, at === undefined ? now : new Date(at));
      if (isStoredAsIs(resource)) await storeAsIs(context, writer, resource, data);
      else await createRecord(context, resource, data);
    }
  });
}

function isStoredAsIs(resource: Resource): boolean {
  return resource === project || !resource.operations.includes("create");
}

const caller = systemCaller("Sample data");

function contextAt(store: Store, now: Date): Context {
  return {
    caller,
    requestId: "sample-data",
    channel: "system",
    store,
    policy: { references: "loose" },
    now: () => now,
  };
}

async function storeAsIs(
  context: Context,
  writer: Writer,
  resource: Resource,
  data: JsonObject,
): Promise<void> {
  const transaction = transactionOf(context, writer);
  const row = newRow(context, resource, data, transaction.now);
  await deriveBeforeCreate(transaction, resource, row);
  await changesOf(writer, context, context.channel, transaction.now).create(resource, row);
}

/** Returns the store as seen inside an open transaction. Its writes join the transaction. */
function within(store: Store, writer: Writer): Store {
  return {
    reader: writer,
    write: (work) => work(writer),
    writesOf: (path) => store.writesOf(path),
    authDatabase: () => store.authDatabase(),
    pools: () => store.pools(),
    snapshotForm: () => store.snapshotForm(),
    snapshot: () => store.snapshot(),
    facts: () => store.facts(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
