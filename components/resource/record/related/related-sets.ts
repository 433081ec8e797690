import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Records that have to do with one record: which, how they are found, and why they belong here. */
export interface RelatedSet {
  readonly key: string;
  readonly resource: Resource;
  readonly title: string;
  /** How they are related, where the title alone does not say. */
  readonly how?: string;
  /** The column of theirs that holds any of these ids. */
  readonly column: string;
  readonly ids: readonly string[];
  /** They name this very record: a new one can be made from here. */
  readonly isDirect: boolean;
}

/** The query for the records of a set. */
export function queryOf({ column, ids }: RelatedSet): JsonObject {
  return { [column]: { _type: "Includes", value: ids } };
}

/** The column that holds the place of each record of a set, where they have an order. */
export function orderColumn({ resource, column }: RelatedSet): Column | undefined {
  return shapeOf(resource).columns.find(({ field }) => field.ordersWithin === column);
}

/**
 * All sets of records that refer to this one, those whose life depends on it first; then those that share
 * something with it. People are named in too many places to list them all: what they made is left out.
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
      return { set, isPart: column.field.whenTargetGoes === "remove" };
    });
}

/** What two records have in common: a field of this one holds what a field of the others holds. */
interface Shared {
  readonly of: string;
  readonly mine: string;
  readonly others: string;
  readonly theirs: string;
  readonly how: string;
}

const sharedRelations: readonly Shared[] = [
  {
    ...{ of: "incident", mine: "incidentEpisodeId", how: "of its episode" },
    ...{ others: "incident-episode-feed", theirs: "incidentEpisodeId" },
  },
  {
    ...{ of: "incident", mine: "monitors", how: "on the monitors it names" },
    ...{ others: "alert", theirs: "monitorId" },
  },
  {
    ...{ of: "alert", mine: "monitorId", how: "that name its monitor" },
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
