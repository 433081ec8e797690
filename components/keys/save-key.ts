import type { QueryClient } from "@tanstack/react-query";
import { serverTime } from "@/lib/client/device/server-time";
import { recordQuery } from "@/lib/client/queries/queries";
import { showInRows } from "@/lib/client/queries/rows";
import type { CreateOnce } from "@/lib/client/saving/create-once";
import { updateRecord } from "@/lib/client/saving/mutations";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { JsonObject } from "@/lib/schema/json";
import { expiryInstant } from "./expiry-field";
import { type Key, keyFromRow } from "./key";
import type { NewSecret } from "./secret-dialog";
import type { KeyValues } from "./use-key-form";

/** A key at one version. */
export interface KeyVersion {
  readonly key: Key;
  readonly etag: string | undefined;
}

/** Fetches the current version of a key. */
export async function fetchKey(client: QueryClient, id: string): Promise<KeyVersion> {
  const { record, etag } = await client.fetchQuery({ ...recordQuery(apiKey, id), staleTime: 0 });
  return { key: keyFromRow(record), etag };
}

/**
 * Creates a key from form values and returns its secret. `now` is the start of its lifetime, in
 * milliseconds. Rejects with an `ApiProblem`, 409 if an attempt whose reply was lost has made it.
 */
export async function createKey(
  create: CreateOnce,
  projectId: string,
  values: KeyValues,
  now: number,
): Promise<NewSecret> {
  const data = dataOf(values, now);
  const place = values.isEverywhere ? {} : { projectId };
  const { record } = await create(apiKey, { ...place, ...data });
  const { permissions } = values;
  return { name: values.name.trim(), secret: String(record.key), permissions };
}

/**
 * Changes a key to the form values, and updates the cached list before it is refetched. Rejects
 * with an `ApiProblem`, 412 when the key no longer has the version `etag`.
 */
export async function updateKey(
  client: QueryClient,
  edited: Key,
  values: KeyValues,
  etag: string | undefined,
): Promise<void> {
  const { id } = edited;
  const data = changed(edited, dataOf(values, serverTime()));
  await updateRecord(apiKey, { id, data, etag });
  showInRows(client, apiKey, { id, data });
}

function dataOf(values: KeyValues, now: number): JsonObject {
  const { name, description, permissions, expiresAt, dialect } = values;
  const ends = expiryInstant(expiresAt, now);
  return {
    ...{ name: name.trim(), description: description.trim() || null },
    ...{ permissions: [...permissions], dialect },
    ...(ends !== undefined && { expiresAt: ends }),
  };
}

/** Returns only changed values, because changing permissions requires more than changing a name. */
function changed({ permissions, name, note, dialect }: Key, data: JsonObject): JsonObject {
  const present: JsonObject = {
    ...{ name, description: note || null, permissions: [...permissions], dialect },
  };
  return Object.fromEntries(
    Object.entries(data).filter(
      ([field, value]) => JSON.stringify(present[field]) !== JSON.stringify(value),
    ),
  );
}
