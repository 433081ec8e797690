import { randomKey } from "@/lib/client/http/random-key";
import type { RecordRead } from "@/lib/client/queries/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { createRecord } from "./mutations";

/**
 * Returns a `createRecord` for one form. After an error, the same input is sent with the same
 * `Idempotency-Key`. If only the reply was lost, the server then returns the record that it has
 * already created. It keeps no replies to refused requests.
 */
export function createOnce() {
  let failed: { readonly text: string; readonly key: string } | undefined;
  return async (resource: Resource, data: JsonObject): Promise<RecordRead> => {
    const text = JSON.stringify(data);
    const key = failed?.text === text ? failed.key : randomKey();
    failed = { text, key };
    const made = await createRecord(resource, data, key);
    failed = undefined;
    return made;
  };
}
