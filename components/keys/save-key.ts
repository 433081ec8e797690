import type { QueryClient } from "@tanstack/react-query";
import { createRecord, updateRecord } from "@/lib/client/mutations";
import { recordQuery } from "@/lib/client/queries";
import { apiKey } from "@/lib/resources/api-key";
import type { JsonObject } from "@/lib/schema/json";
import { instantOf } from "./expiry-field";
import { type Key, keyOf } from "./key-of";
import type { MadeSecret } from "./secret-dialog";
import type { KeyValues } from "./use-key-form";

/** A key as it is now, and the version to save a change of it from. */
export async function presentKey(
  client: QueryClient,
  id: string,
): Promise<{ readonly key: Key; readonly etag: string | undefined }> {
  const { record, etag } = await client.fetchQuery({ ...recordQuery(apiKey, id), staleTime: 0 });
  return { key: keyOf(record), etag };
}

/** True while nobody changed what the form of a key shows. */
export function showsTheSame(one: Key, other: Key): boolean {
  const shown = ({ name, note, permissions, expiresAt }: Key) =>
    JSON.stringify([name, note, permissions, expiresAt]);
  return shown(one) === shown(other);
}

/**
 * Saves what a form holds; answers the secret of a new key. Rejects with an `ApiProblem`, 412 when the key is no longer
 * of the version `etag` names.
 */
export async function saveKey(
  projectId: string,
  edited: Key | undefined,
  values: KeyValues,
  etag?: string,
): Promise<MadeSecret | undefined> {
  const { isEverywhere, permissions } = values;
  const name = values.name.trim();
  const expiresAt = instantOf(values.expiresAt, Date.now());
  const data: JsonObject = {
    ...{ name, description: values.description.trim() || null },
    permissions: [...permissions],
    ...(expiresAt !== undefined && { expiresAt }),
  };
  if (edited) {
    await updateRecord(apiKey, { id: edited.id, data: changed(edited, data), etag });
    return undefined;
  }
  const place = isEverywhere ? {} : { projectId };
  const { record } = await createRecord(apiKey, { ...place, ...data });
  return { name, secret: String(record.key), permissions };
}

/** What the key has already is not sent: changing rights asks for more than changing a name. */
function changed({ permissions, name, note }: Key, data: JsonObject): JsonObject {
  const present: JsonObject = { name, description: note || null, permissions: [...permissions] };
  return Object.fromEntries(
    Object.entries(data).filter(
      ([field, value]) => JSON.stringify(present[field]) !== JSON.stringify(value),
    ),
  );
}
