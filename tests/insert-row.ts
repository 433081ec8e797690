import { everyProject } from "@/lib/auth/grants/caller";
import { newRow } from "@/lib/operations/rows/new-row";
import { readRecord } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Store } from "@/lib/store/port/store";
import { callerOf } from "./engine";

/** Inserts a record directly, for resources without a create operation, and returns it. */
export async function insertRow(store: Store, resource: Resource, data: JsonObject): Promise<Row> {
  const now = new Date().toISOString();
  const context: Context = {
    caller: callerOf(everyProject, "Project Owner"),
    requestId: "test-request",
    channel: "system",
    store,
    policy: { references: "loose" },
    now: () => new Date(),
  };
  return store.write(async (writer) => {
    const row = newRow(context, resource, data, now);
    await writer.insert(resource, row);
    return (await readRecord(writer, resource, String(row._id))).record;
  });
}
