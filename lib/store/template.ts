import type { Filter, Projects, Scalar } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { JsonType, Parameter, Spelling } from "./engine";
import type { StoredColumn, Table } from "./table";

/** The place of a value in a statement; the values themselves come with each call. */
export class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** A filter with its values taken out. Filters with the same `key` become the same SQL. */
export type Template =
  | { readonly op: "and" | "or"; readonly parts: readonly Template[]; readonly key: string }
  | { readonly op: "not"; readonly part: Template; readonly key: string }
  | Leaf
  | Related
  | JsonLeaf;

export interface Leaf {
  readonly op: LeafOp;
  readonly column: StoredColumn;
  readonly slots: readonly Slot[];
  readonly orNull: boolean;
  readonly key: string;
}

export interface Related {
  readonly op: "related";
  readonly column: StoredColumn;
  readonly target: Table;
  readonly part: Template;
  readonly projects: readonly Slot[] | "all";
  readonly ofAnyProject: boolean;
  readonly key: string;
}

export interface JsonLeaf {
  readonly op: "jsonEquals";
  readonly column: StoredColumn;
  readonly path: readonly Slot[];
  readonly type: JsonType;
  readonly value: Slot;
  readonly key: string;
}

export type LeafOp = Exclude<Filter["op"], "and" | "or" | "not" | "related" | "jsonEquals">;

/** Takes the values out of filters, in order and as the engine stores them. */
export class Values {
  readonly list: Parameter[] = [];
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #spelling: Spelling;

  constructor(tables: ReadonlyMap<string, Table>, spelling: Spelling) {
    this.#tables = tables;
    this.#spelling = spelling;
  }

  take(value: Parameter): Slot {
    this.list.push(value);
    return new Slot(this.list.length - 1);
  }

  /** Lists are filled up to the next power of two with their last value, so that few statements serve all. */
  takeAll(values: readonly Parameter[]): Slot[] {
    const last = values[values.length - 1];
    if (last === undefined) return [];
    const slots = values.map((value) => this.take(value));
    const size = 2 ** Math.ceil(Math.log2(values.length));
    while (slots.length < size) slots.push(this.take(last));
    return slots;
  }

  takeProjects(projects: Projects): readonly Slot[] | "all" {
    return projects === "all" ? "all" : this.takeAll(projects);
  }

  /** A value of a column, as it is stored there. */
  encode(column: StoredColumn, value: JsonValue): Parameter {
    if (value === null) return null;
    const encode = this.#spelling.storage[column.codec.type].encode;
    return encode ? encode(value) : toParameter(value);
  }

  template(table: Table, filter: Filter): Template {
    switch (filter.op) {
      case "and":
      case "or": {
        const parts = filter.filters.map((part) => this.template(table, part));
        return { op: filter.op, parts, key: `${filter.op}(${parts.map(keyOf).join()})` };
      }
      case "not": {
        const part = this.template(table, filter.filter);
        return { op: "not", part, key: `not(${part.key})` };
      }
      case "related":
        return this.#related(table, filter);
      case "jsonEquals":
        return this.#json(table, filter);
      default:
        return this.#leaf(table, filter);
    }
  }

  #related(table: Table, filter: Extract<Filter, { op: "related" }>): Related {
    const column = columnOf(table, filter.column);
    const target = this.#tables.get(filter.to);
    if (!target) throw new Error(`There is no resource ${filter.to}.`);
    const part = this.template(target, filter.filter);
    const projects = this.takeProjects(filter.projects ?? "all");
    const reach = projects === "all" ? "all" : projects.length;
    const { ofAnyProject = false } = filter;
    const key = `related ${column.name} ${filter.to} ${reach} ${ofAnyProject}(${part.key})`;
    return { op: "related", column, target, part, projects, ofAnyProject, key };
  }

  #json(table: Table, filter: Extract<Filter, { op: "jsonEquals" }>): JsonLeaf {
    const column = columnOf(table, filter.column);
    const path = filter.path.map((name) => this.take(this.#spelling.jsonKey(name)));
    const type = jsonType(filter.value);
    const value = this.take(this.#spelling.jsonValue(filter.value));
    const key = `json ${column.name} ${path.length} ${type}`;
    return { op: "jsonEquals", column, path, type, value, key };
  }

  #leaf(table: Table, filter: Extract<Filter, { op: LeafOp }>): Leaf {
    const column = columnOf(table, filter.column);
    const values = valuesOf(filter);
    const isText = textOperators.has(filter.op);
    const isElement = elementOperators.has(filter.op);
    const folds = isText || column.codec.foldsCase === true;
    const stored = values.map((value) => {
      const same = folds && typeof value === "string" ? value.toLowerCase() : value;
      return isText || isElement ? toParameter(same) : this.encode(column, same);
    });
    const slots = this.takeAll(stored);
    if (filter.op === "hasAll") slots.push(this.take(new Set(stored).size));
    if (filter.op === "eq" && column.folded !== undefined && !folds) {
      slots.push(this.take(String(values[0]).toLowerCase()));
    }
    const orNull = "orNull" in filter && filter.orNull === true;
    const key = `${filter.op}${orNull ? "?" : ""} ${column.name} ${slots.length}`;
    return { op: filter.op, column, slots, orNull, key };
  }
}

const keyOf = (template: Template): string => template.key;

const textOperators: ReadonlySet<string> = new Set([
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
]);

/** These compare elements of a list, not the stored list. */
const elementOperators: ReadonlySet<string> = new Set(["hasAny", "hasAll", "hasNone"]);

/** The column of a name. Only columns of a definition ever stand in SQL. */
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

function toParameter(value: JsonValue): Parameter {
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function jsonType(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "object") return "object";
  if (typeof value === "boolean") return value ? "true" : "false";
  return typeof value === "string" ? "text" : "number";
}
