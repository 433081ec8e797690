import { invitation } from "@/lib/resources/settings/invitation";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import type { Caller } from "./grants/caller";
import { firstUnheld } from "./grants/grant";
import { callerOfKeyId } from "./keys/api-keys";
import { projectOf, titlesIn } from "./keys/issue-key";
import { callerOfUser } from "./sessions/session-caller";

/** The columns of an invitation or a membership that keep who gives its rights. */
export function grantedBy({ type, id }: Caller): Row {
  return {
    grantedByUserId: type === "user" ? id : null,
    grantedByKeyId: type === "apiKey" ? id : null,
  };
}

/**
 * Who gives the rights of an invitation or a membership, with what they hold now. Undefined when that person is
 * disabled, that key is revoked or expired, or neither is known.
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

/** The key that made an invitation before invitations kept it: the change log knows. */
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

/** The same, and undefined too when they no longer hold all that the row grants in its project. */
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
