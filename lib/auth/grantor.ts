import { callerOfKeyId } from "@/lib/auth/keys/api-keys";
import { projectOf, titlesIn } from "@/lib/auth/keys/issue-key";
import { callerOfUser } from "@/lib/auth/sessions/session-caller";
import { invitation } from "@/lib/resources/settings/invitation";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import type { Caller } from "./grants/caller";
import { firstUnheld } from "./grants/may-grant";

/** Returns the columns of an invitation or a membership that store its grantor. */
export function grantedBy({ type, id }: Caller): Row {
  return {
    grantedByUserId: type === "user" ? id : null,
    grantedByKeyId: type === "apiKey" ? id : null,
  };
}

/**
 * Returns the grantor of an invitation or a membership, with their current grants. Undefined if the
 * user is disabled, the key is revoked or expired, or neither is known.
 */
export async function granterOf(reader: Reader, row: Row, now: Date): Promise<Caller | undefined> {
  if (typeof row["grantedByKeyId"] === "string") {
    return callerOfKeyId(reader, row["grantedByKeyId"], now);
  }
  const userId = row["grantedByUserId"] ?? row["createdByUserId"];
  if (typeof userId === "string") return (await callerOfUser({ reader }, userId))?.caller;
  const keyId = await keyInLog(reader, row);
  return keyId === undefined ? undefined : callerOfKeyId(reader, keyId, now);
}

/** Returns the key behind an invitation older than the stored grantor, from the change log. */
async function keyInLog(reader: Reader, row: Row): Promise<string | undefined> {
  const made = { resource: invitation.path, operation: "create", actorType: "apiKey" };
  const filters = Object.entries({ ...made, recordId: row["_id"] }).map(
    ([column, value]): Filter => {
      return { op: "eq", column, value: String(value) };
    },
  );
  const [entry] = await reader.find(changeLog, {
    projects: "all",
    filter: { op: "and", filters },
    columns: ["actorId"],
    limit: 1,
  });
  return typeof entry?.["actorId"] === "string" ? entry["actorId"] : undefined;
}

/** Returns the same; also undefined if the grantor no longer holds all that the row grants. */
export async function presentGranterOf(
  reader: Reader,
  row: Row,
  now: Date,
): Promise<Caller | undefined> {
  const granter = await granterOf(reader, row, now);
  if (!granter) return undefined;
  const missing = firstUnheld(granter, titlesIn(row["permissions"]), projectOf(row));
  return missing === undefined ? granter : undefined;
}
