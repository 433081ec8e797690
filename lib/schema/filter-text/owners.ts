import type { JsonObject } from "@/lib/schema/json";
import { columnsTo } from "@/lib/schema/query/referring";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { Resolve } from "./condition-target";
import type { Condition } from "./model";

/** The name of a condition on the users and teams that answer for a record. */
export const ownerName = "owner";

/**
 * The column of such a condition. Records have no such column: other records, or several columns, say
 * who owns a record. It takes the tests of a relation to one user; the value may also be a team.
 */
const ownerColumn: Column = {
  name: ownerName,
  field: { kind: "relation", to: "user", title: "Owner" },
};

/** Returns the column of conditions on owners; undefined for records without owners. */
export function ownerColumnOf({ ownedBy, assignedTo }: Resource): Column | undefined {
  return (ownedBy ?? assignedTo) && ownerColumn;
}

/** Returns true for a condition on owners. */
export function isOnOwners(resource: Resource, { column }: Condition): boolean {
  return column === ownerName && ownerColumnOf(resource) !== undefined;
}

/** A column that names owners of a record. */
export interface OwnerKind {
  /** The resource with the column, whose records refer to the owned one. Absent: the record itself. */
  readonly resource?: Resource;
  /** The column of the owner, and the path of what it refers to. */
  readonly column: string;
  readonly to: string;
}

/** Returns the columns that name owners of a resource. */
export function ownerKinds(resource: Resource, resolve: Resolve | undefined): readonly OwnerKind[] {
  const own = shapeOf(resource).columns.filter(({ relation = "" }) =>
    resource.assignedTo?.includes(relation),
  );
  const referring = (resource.ownedBy ?? []).flatMap((path) => {
    const kind = resolve?.(path);
    const owner = shapeOf(kind ?? resource).columns.find(
      ({ field }) => field.writtenBy !== "server" && resolve?.(field.to ?? "")?.canOwn,
    );
    if (!kind || !owner || columnsTo(kind, resource).length !== 1) return [];
    return [{ resource: kind, column: owner.name, to: owner.field.to ?? "" }];
  });
  return [...own.map(({ name, field }) => ({ column: name, to: field.to ?? "" })), ...referring];
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
  const isAny = ids.length === 0;
  return anyOf(
    kinds.map(({ resource, column }) =>
      resource
        ? { _has: { [resource.path]: isAny ? {} : { [column]: ids } } }
        : { [column]: isAny ? { _type: "NotNull" } : ids },
    ),
  );
}

function anyOf(ways: readonly JsonObject[]): JsonObject {
  const [only] = ways;
  return ways.length === 1 && only ? only : { _or: ways };
}

/** Returns the query for the records that none of these owns; that nobody owns, without ids. */
export function notOwnedByQuery(kinds: readonly OwnerKind[], ids: readonly string[]): JsonObject {
  const isAny = ids.length === 0;
  const referring = kinds.flatMap(({ resource, column }) =>
    resource ? [[resource.path, isAny ? {} : { [column]: ids }] as const] : [],
  );
  const own = kinds.flatMap(({ resource, column }) =>
    resource ? [] : [isAny ? { [column]: null } : { _not: { [column]: ids } }],
  );
  return {
    ...(referring.length > 0 && { _hasNo: Object.fromEntries(referring) }),
    ...(own.length > 0 && { _and: own }),
  };
}
