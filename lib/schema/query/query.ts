import type { Fault } from "@/lib/errors";
import type { Filter } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { fieldFault, unknownField } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { operatorCondition, plainCondition } from "./query-conditions";
import { jsonCondition } from "./query-json";
import { QueryPlace, type QueryReading, type QueryScope } from "./query-place";
import { columnsTo, isLinkedList } from "./referring";

const depthMax = 5;
const conditionsMax = 50;

/**
 * Reads a query into a checked filter and adds errors to `faults`. Returns undefined if it matches
 * all records: absent or `{}`. Throws a 403 if it refers to records that the caller may not read.
 */
export function readQuery(
  resource: Resource,
  query: JsonValue | undefined,
  scope: QueryScope,
  faults: Fault[],
): Filter | undefined {
  if (query === undefined || query === null) return undefined;
  if (!isJsonObject(query)) {
    faults.push(fieldFault("query", "must be an object of fields and values"));
    return undefined;
  }
  if (Object.keys(query).length === 0) return undefined;
  const reading: QueryReading = { faults, conditions: 0, textConditions: 0, ...scope };
  const filter = readGroup(resource, query, new QueryPlace(reading));
  if (reading.conditions > conditionsMax) {
    faults.push(fieldFault("query", `may hold at most ${conditionsMax} conditions`));
  }
  return filter;
}

function readGroup(resource: Resource, query: JsonObject, place: QueryPlace): Filter | undefined {
  if (place.depth > depthMax) {
    return place.refuse(`may be nested at most ${depthMax} deep`, "query");
  }
  const entries = Object.entries(query);
  if (entries.length === 0) {
    const problem = "is empty here, which would match everything: name a field or leave it out";
    place.refuse(problem, String(place.path.at(-1)));
  }
  const filters = entries
    .map(([name, value]) => readEntry(resource, name, value, place.at(name)))
    .filter((filter) => filter !== undefined);
  return filters.length === 1 ? filters[0] : { op: "and", filters };
}

function readEntry(
  resource: Resource,
  name: string,
  value: JsonValue,
  place: QueryPlace,
): Filter | undefined {
  if (name === "_and" || name === "_or") return readBranches(resource, name, value, place);
  if (name === "_not") {
    const filter = readBranch(resource, value, place);
    return filter && { op: "not", filter };
  }
  if (name === "_has" || name === "_hasNo") return readReferring(resource, name, value, place);
  const { byName } = shapeOf(resource);
  const { reading, path } = place;
  const target = byName.get(name);
  reading.conditions += 1;
  if (reading.conditions > conditionsMax) return undefined;
  if (target) return readCondition(target.column, value, place);
  const known = [...byName.keys(), "_and", "_or", "_not", "_has", "_hasNo"];
  reading.faults.push(unknownField(path, resource.name, known, reading.faults));
  return undefined;
}

function readBranches(
  resource: Resource,
  name: "_and" | "_or",
  value: JsonValue,
  place: QueryPlace,
): Filter | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    return place.refuse("must be an array of at least one query", name);
  }
  if (value.length > conditionsMax) place.reading.conditions += value.length;
  const filters = value
    .slice(0, conditionsMax + 1)
    .map((branch, index) => readBranch(resource, branch, place.at(index)));
  return {
    op: name === "_and" ? "and" : "or",
    filters: filters.filter((filter) => filter !== undefined),
  };
}

function readBranch(resource: Resource, branch: JsonValue, place: QueryPlace): Filter | undefined {
  if (isJsonObject(branch)) return readGroup(resource, branch, place.deeper());
  return place.refuse("must be an object of fields and values here", "query");
}

function readCondition(column: Column, value: JsonValue, place: QueryPlace): Filter | undefined {
  if (!isJsonObject(value)) return plainCondition(column, value, place);
  if (typeof value._type === "string") {
    const filter = operatorCondition(column, value._type, value, place);
    if (filter !== "unknown") return filter;
  }
  const isFollowed = column.relation !== undefined || isLinkedList(column.field);
  const related = isFollowed ? place.reading.resolve(column.field.to ?? "") : undefined;
  return related ? readRelated(column, related, value, place) : jsonCondition(column, value, place);
}

function readRelated(
  column: Column,
  related: Resource,
  value: JsonObject,
  place: QueryPlace,
): Filter | undefined {
  const id = value._id ?? value.id;
  if (typeof id === "string" && Object.keys(value).length === 1) {
    return plainCondition(column, id, place);
  }
  const projects = place.reading.readableProjects(related);
  const filter = readGroup(related, value, place.deeper());
  return filter && { op: "related", column: column.name, to: related.path, filter, projects };
}

/** Reads conditions on the records that refer to a record: by path, each a query, `{}` for any. */
function readReferring(
  resource: Resource,
  name: "_has" | "_hasNo",
  value: JsonValue,
  place: QueryPlace,
): Filter | undefined {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) {
    return place.refuse(
      'must be an object of resource paths and queries, such as {"incident-owner-user": {}}',
      name,
    );
  }
  const filters = entries
    .map(([path, query]) => readReferrer(resource, path, query, place.at(path)))
    .filter((filter) => filter !== undefined);
  if (name === "_has") return { op: "and", filters };
  return { op: "not", filter: { op: "or", filters } };
}

function readReferrer(
  resource: Resource,
  path: string,
  query: JsonValue,
  place: QueryPlace,
): Filter | undefined {
  const { reading } = place;
  reading.conditions += 1;
  const from = reading.resolve(path);
  const columns = from ? columnsTo(from, resource) : [];
  const [column] = columns;
  if (!from || !column || columns.length > 1) {
    const names = columns.map(({ name }) => name).join(" and ");
    return place.refuse(
      columns.length > 1
        ? `refers to a ${resource.name} by ${names}, so it cannot be used here`
        : `is not the path of a resource whose records refer to a ${resource.name}`,
      path,
    );
  }
  if (!isJsonObject(query)) {
    return place.refuse("must be a query of these records, or {} for any of them", path);
  }
  const projects = reading.readableProjects(from);
  const parts = [
    reading.readableFilter(from),
    Object.keys(query).length === 0 ? undefined : readGroup(from, query, place.deeper()),
  ].filter((part) => part !== undefined);
  const filter: Filter | undefined = parts.length > 1 ? { op: "and", filters: parts } : parts[0];
  return { op: "referred", from: from.path, by: column.name, filter, projects };
}
