import { sql } from "kysely";
import type { Filter, Projects, Scalar } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { foldCase } from "@/lib/schema/search-text/search-text";
import type { Dialect, Parameter } from "@/lib/store/port/engine";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import type {
  JsonComparison,
  JsonLeaf,
  Leaf,
  LeafOp,
  ParameterizedFilter,
  Referred,
  Related,
} from "./filter-template";
import { jsonType, toParameter } from "./json-values";
import {
  ListParam,
  mostOwnParams,
  mostRelatedParams,
  type ProjectParams,
  projectsKey,
} from "./project-params";

/** A parameter of a statement; its values come with each call. */
export class Param {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Parameterizes filters: collects their values in order, as the engine stores them. */
export class Values {
  readonly list: Parameter[] = [];
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #dialect: Dialect;
  /** Performance: conditions on related records share one list of projects. */
  readonly #listTexts = new Map<readonly string[], string>();

  constructor(tables: ReadonlyMap<string, Table>, dialect: Dialect) {
    this.#tables = tables;
    this.#dialect = dialect;
  }

  add(value: Parameter): Param {
    this.list.push(value);
    return new Param(this.list.length - 1);
  }

  /** Pads the list to a power of two with its last value, so that few statements serve all. */
  addAll(values: readonly Parameter[]): Param[] {
    const last = values[values.length - 1];
    if (last === undefined) return [];
    const params = values.map((value) => this.add(value));
    const size = 2 ** Math.ceil(Math.log2(values.length));
    while (params.length < size) params.push(this.add(last));
    return params;
  }

  /** A list that is longer than `most` becomes one parameter. */
  addProjects(projects: Projects, most = mostOwnParams): ProjectParams {
    if (projects === "all") return "all";
    if (projects.length <= most) return this.addAll(projects);
    const text = this.#listTexts.get(projects) ?? JSON.stringify(projects);
    this.#listTexts.set(projects, text);
    const list = this.add(text);
    return new ListParam(this.#dialect.listed(sql`${list}`));
  }

  /** Encodes a value as the column stores it. */
  encode(column: StoredColumn, value: JsonValue): Parameter {
    return value === null ? null : encoderOf(this.#dialect, column)(value);
  }

  parameterize(table: Table, filter: Filter): ParameterizedFilter {
    switch (filter.op) {
      case "and":
      case "or": {
        const parts = filter.filters.map((part) => this.parameterize(table, part));
        return { op: filter.op, parts, key: `${filter.op}(${parts.map(keyOf).join()})` };
      }
      case "not": {
        const part = this.parameterize(table, filter.filter);
        return { op: "not", part, key: `not(${part.key})` };
      }
      case "related":
        return this.#related(table, filter);
      case "referred":
        return this.#referred(table, filter);
      case "jsonEquals":
        return this.#json(table, filter);
      case "jsonCompare":
        return this.#jsonCompare(table, filter);
      default:
        return this.#leaf(table, filter);
    }
  }

  #related(table: Table, filter: Extract<Filter, { op: "related" }>): Related {
    const column = columnOf(table, filter.column);
    const target = this.#tables.get(filter.to);
    if (!target) throw new Error(`There is no resource ${filter.to}.`);
    const part = this.parameterize(target, filter.filter);
    const projects = this.addProjects(filter.projects ?? "all", mostRelatedParams);
    const { ofAnyProject = false } = filter;
    const key = `related ${column.name} ${filter.to} ${projectsKey(projects)} ${ofAnyProject}(${part.key})`;
    return { op: "related", column, target, part, projects, ofAnyProject, key };
  }

  #referred(table: Table, filter: Extract<Filter, { op: "referred" }>): Referred {
    const source = this.#tables.get(filter.from);
    if (!source) throw new Error(`There is no resource ${filter.from}.`);
    const by = columnOf(source, filter.by);
    const part = filter.filter && this.parameterize(source, filter.filter);
    const projects = this.addProjects(filter.projects, mostRelatedParams);
    const key = `referred ${table.name} ${filter.from} ${by.name} ${projectsKey(projects)}(${part?.key ?? ""})`;
    return { op: "referred", source, by, part, projects, key };
  }

  #jsonCompare(table: Table, filter: Extract<Filter, { op: "jsonCompare" }>): JsonComparison {
    const { compare, value: against } = filter;
    const column = columnOf(table, filter.column);
    const path = filter.path.map((name) => this.add(this.#dialect.jsonKey(name)));
    const type = typeof against === "number" ? "number" : "text";
    const value = this.add(against);
    const key = `json ${column.name} ${path.length} ${compare} ${type}`;
    return { op: "jsonCompare", column, path, compare, type, value, key };
  }

  #json(table: Table, filter: Extract<Filter, { op: "jsonEquals" }>): JsonLeaf {
    const column = columnOf(table, filter.column);
    const path = filter.path.map((name) => this.add(this.#dialect.jsonKey(name)));
    const type = jsonType(filter.value);
    const value = this.add(this.#dialect.jsonValue(filter.value));
    const key = `json ${column.name} ${path.length} ${type}`;
    return { op: "jsonEquals", column, path, type, value, key };
  }

  #leaf(table: Table, filter: Extract<Filter, { op: LeafOp }>): Leaf {
    const column = columnOf(table, filter.column);
    const values = valuesOf(filter);
    const isText = textOperators.has(filter.op);
    const isElement = elementOperators.has(filter.op);
    const plain = column.codec.foldsCase === true ? toLower : undefined;
    const fold = isText ? foldCase : plain;
    const stored = values.map((value) => {
      const same = fold && typeof value === "string" ? fold(value) : value;
      return isText || isElement ? toParameter(same) : this.encode(column, same);
    });
    const params = this.addAll(stored);
    if (filter.op === "hasAll") params.push(this.add(new Set(stored).size));
    if (filter.op === "eq" && column.folded !== undefined && !fold) {
      params.push(this.add(String(values[0]).toLowerCase()));
    }
    const orNull = "orNull" in filter && filter.orNull === true;
    const key = `${filter.op}${orNull ? "?" : ""} ${column.name} ${params.length}`;
    return { op: filter.op, column, params, orNull, key };
  }
}

const toLower = (text: string): string => text.toLowerCase();

const keyOf = (parameterized: ParameterizedFilter): string => parameterized.key;

const textOperators: ReadonlySet<string> = new Set([
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
]);

/** Operators that compare the elements of a list, not the stored list. */
const elementOperators: ReadonlySet<string> = new Set(["hasAny", "hasAll", "hasNone"]);

/**
 * Returns the column of a name. Throws for unknown names, so SQL only has columns of definitions.
 */
export function columnOf(table: Table, name: string): StoredColumn {
  const column = table.byName.get(name);
  if (!column) throw new Error(`${table.resource.path} has no column ${name}.`);
  return column;
}

function valuesOf(filter: Extract<Filter, { op: LeafOp }>): readonly Scalar[] {
  if ("values" in filter) return filter.values;
  if ("value" in filter) return [filter.value];
  return "from" in filter ? [filter.from, filter.to] : [];
}

/** Returns the conversion of a column's values to the stored form; null stays null. */
export function encoderOf(
  { storage }: Dialect,
  { codec }: StoredColumn,
): (value: JsonValue) => Parameter {
  return storage[codec.type].encode ?? toParameter;
}
