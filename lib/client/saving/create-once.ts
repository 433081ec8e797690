import type { DraftKey } from "@/lib/client/device/drafts";
import { randomKey } from "@/lib/client/http/random-key";
import type { RecordRead } from "@/lib/client/queries/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { createRecord } from "./mutations";
import { forgetUnanswered, readUnanswered, saveUnanswered, type Unanswered } from "./unanswered";

/** Creates a record of the resource from the data and returns it. */
export type CreateOnce = (resource: Resource, data: JsonObject) => Promise<RecordRead>;

/**
 * Returns a `createRecord` for one form. After an error, the same input is sent with the same
 * `Idempotency-Key`. If only the reply was lost, the server then returns the record that it has
 * already created. It keeps no replies to refused requests. With the `draft` of the form, this also
 * holds after the user left the page or reloaded it.
 */
export function createOnce(draft?: DraftKey): CreateOnce {
  let last: Unanswered | undefined;
  return async (resource, data) => {
    const text = JSON.stringify([resource.path, data]);
    const earlier = [last, draft && readUnanswered(draft)].find((one) => one?.text === text);
    const request = earlier ?? { text, key: randomKey() };
    const isStored = draft !== undefined && saveUnanswered(draft, resource, request);
    last = isStored ? undefined : request;
    const made = await createRecord(resource, data, request.key);
    last = undefined;
    if (draft) forgetUnanswered(draft, request.key);
    return made;
  };
}
