import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** A set of records related to one record, and its query. */
export interface RelatedSet {
  readonly key: string;
  readonly resource: Resource;
  readonly title: string;
  /** How they are related, if the title alone does not say. */
  readonly how?: string;
  /** The column of the related records that holds any of these ids. */
  readonly column: string;
  readonly ids: readonly string[];
  /** They refer to the record itself, so a new one can be created here. */
  readonly isDirect: boolean;
}

/** Returns the query for the records of a set. */
export function queryOf({ column, ids }: RelatedSet): JsonObject {
  return { [column]: { _type: "Includes", value: ids } };
}

/** Returns the order column of a set, if it has one. */
export function orderColumn({ resource, column }: RelatedSet): Column | undefined {
  return shapeOf(resource).columns.find(({ field }) => field.ordersWithin === column);
}

/**
 * Returns all sets of records that refer to this one, those deleted with it first; then those that
 * share something with it. Records created by a user are left out: users are referred to in too
 * many columns.
 */
export function relatedSets(
  resource: Resource,
  record: Row,
  resources: ReadonlyMap<string, Resource>,
): readonly RelatedSet[] {
  const direct = [...resources.values()].flatMap((other) => directSets(other, resource, record));
  const ranked = direct.sort((a, b) => Number(b.isPart) - Number(a.isPart)).map(({ set }) => set);
  return [...ranked, ...sharedSets(resource, record, resources)];
}

function directSets(other: Resource, target: Resource, record: Row) {
  const columns = shapeOf(other).columns.filter(
    ({ field }) => field.to === target.path && !field.hidden && field.writtenBy !== "server",
  );
  return columns
    .filter(({ field }) => field.to !== "project")
    .map((column) => {
      const set: RelatedSet = {
        key: `${other.path}.${column.name}`,
        resource: other,
        title: sentenceCase(other.plural),
        ...(columns.length > 1 && { how: titleOf(column) }),
        ...{ column: column.name, ids: [String(record._id)], isDirect: true },
      };
      return { set, isPart: column.field.onTargetDelete === "remove" };
    });
}

/** A common value of two records: a field of this one equals a field of the others. */
interface Shared {
  readonly of: string;
  readonly mine: string;
  readonly others: string;
  readonly theirs: string;
  readonly how: string;
}

const sharedRelations: readonly Shared[] = [
  {
    ...{ of: "incident", mine: "incidentEpisodeId", how: "in the same episode" },
    ...{ others: "incident-episode-feed", theirs: "incidentEpisodeId" },
  },
  {
    ...{ of: "incident", mine: "monitors", how: "on its monitors" },
    ...{ others: "alert", theirs: "monitorId" },
  },
  {
    ...{ of: "alert", mine: "monitorId", how: "on the same monitor" },
    ...{ others: "incident", theirs: "monitors" },
  },
];

function sharedSets(
  resource: Resource,
  record: Row,
  resources: ReadonlyMap<string, Resource>,
): readonly RelatedSet[] {
  return sharedRelations.flatMap(({ of, mine, others, theirs, how }) => {
    const other = resources.get(others);
    const held = record[mine] ?? null;
    const ids = (Array.isArray(held) ? held : [held]).filter((id) => typeof id === "string");
    if (of !== resource.path || other === undefined || ids.length === 0) return [];
    const key = `${others}.${theirs}`;
    return [
      {
        key,
        resource: other,
        title: sentenceCase(other.plural),
        how,
        column: theirs,
        ids,
        isDirect: false,
      },
    ];
  });
}
