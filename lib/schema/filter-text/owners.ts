import type { JsonObject } from "@/lib/schema/json";
import { columnsTo } from "@/lib/schema/query/referring";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { Resolve } from "./condition-target";
import type { Condition } from "./model";

/** The name of a condition on the users and teams that answer for a record. */
export const ownerName = "owner";

/**
 * The column of such a condition. Records have no such column: others say who owns a record. It takes
 * the tests of a relation to one user; the value may also be a team.
 */
const ownerColumn: Column = {
  name: ownerName,
  field: { kind: "relation", to: "user", title: "Owner" },
};

/** Returns the column of conditions on owners; undefined for records without owners. */
export function ownerColumnOf({ ownedBy }: Resource): Column | undefined {
  return ownedBy && ownerColumn;
}

/** Returns true for a condition on owners. */
export function isOnOwners(resource: Resource, { column }: Condition): boolean {
  return column === ownerName && resource.ownedBy !== undefined;
}

/** A resource whose records name owners of another record. */
export interface OwnerKind {
  readonly resource: Resource;
  /** The column of the owner, and the path of what it refers to. */
  readonly column: string;
  readonly to: string;
}

/** Returns the resources whose records name owners of a resource. */
export function ownerKinds(resource: Resource, resolve: Resolve | undefined): readonly OwnerKind[] {
  return (resource.ownedBy ?? []).flatMap((path) => {
    const kind = resolve?.(path);
    const owner = shapeOf(kind ?? resource).columns.find(
      ({ field }) => field.writtenBy !== "server" && resolve?.(field.to ?? "")?.canOwn,
    );
    if (!kind || !owner || columnsTo(kind, resource).length !== 1) return [];
    return [{ resource: kind, column: owner.name, to: owner.field.to ?? "" }];
  });
}

/** Returns the owner kinds that a condition reads: those of users for `me`, all of them for others. */
export function ownerKindsOf(
  resource: Resource,
  { values }: Condition,
  resolve: Resolve | undefined,
): readonly OwnerKind[] {
  const kinds = ownerKinds(resource, resolve);
  const isMe = values.length > 0 && values.every((value) => value === "me");
  return isMe ? kinds.filter(({ to }) => to === ownerColumn.field.to) : kinds;
}

/** Returns the query for the records that one of these users and teams owns; for any, without ids. */
export function ownedByQuery(kinds: readonly OwnerKind[], ids: readonly string[]): JsonObject {
  const ways = kinds.map(({ resource, column }) => ({
    _has: { [resource.path]: ids.length === 0 ? {} : { [column]: ids } },
  }));
  const [only] = ways;
  return ways.length === 1 && only ? only : { _or: ways };
}

/** Returns the query for the records that none of these owns; that nobody owns, without ids. */
export function notOwnedByQuery(kinds: readonly OwnerKind[], ids: readonly string[]): JsonObject {
  return {
    _hasNo: Object.fromEntries(
      kinds.map(({ resource, column }) => [
        resource.path,
        ids.length === 0 ? {} : { [column]: ids },
      ]),
    ),
  };
}
