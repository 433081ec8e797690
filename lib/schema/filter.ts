import type { JsonValue } from "./json";

/** A value to compare a column with, already in stored form. */
export type Scalar = string | number | boolean;

/**
 * A checked query: all columns exist, and values have their column's type.
 * `lib/schema/query/query.ts` builds it from a client's query; `lib/store/statement/where.ts` turns
 * it into SQL.
 */
export type Filter =
  | { readonly op: "and" | "or"; readonly filters: readonly Filter[] }
  /** The complement. It also holds if the inner condition is unknown because of a null. */
  | { readonly op: "not"; readonly filter: Filter }
  | {
      readonly op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
      readonly column: string;
      readonly value: Scalar;
      /** Also holds if the column is null. */
      readonly orNull?: boolean;
    }
  | { readonly op: "in"; readonly column: string; readonly values: readonly Scalar[] }
  | { readonly op: "notIn"; readonly column: string; readonly values: readonly Scalar[] }
  | { readonly op: "between"; readonly column: string; readonly from: Scalar; readonly to: Scalar }
  /** Text operators ignore case. */
  | {
      readonly op: "contains" | "notContains" | "startsWith" | "endsWith";
      readonly column: string;
      readonly value: string;
    }
  | { readonly op: "isNull" | "notNull"; readonly column: string }
  /** Tests the ids of a relation list: it holds any, all or none of these, or is (not) empty. */
  | {
      readonly op: "hasAny" | "hasAll" | "hasNone";
      readonly column: string;
      readonly values: readonly string[];
    }
  | { readonly op: "isEmpty" | "notEmpty"; readonly column: string }
  /**
   * The related record meets `filter`, or one of those that a relation list holds. It must be of the
   * same project unless `ofAnyProject` is set, and in one of `projects`.
   */
  | {
      readonly op: "related";
      readonly column: string;
      readonly to: string;
      readonly filter: Filter;
      readonly projects?: Projects;
      readonly ofAnyProject?: boolean;
    }
  /**
   * A record of `from`, of the same project and in one of `projects`, refers to this one by its
   * relation or relation list `by`, and meets `filter`.
   */
  | {
      readonly op: "referred";
      readonly from: string;
      readonly by: string;
      readonly filter?: Filter | undefined;
      readonly projects: Projects;
    }
  /**
   * A key of a JSON field, nested by `path`, holds a number that compares so with a number, or a text
   * that begins with an ISO 8601 date and compares so with a text, by code point.
   */
  | {
      readonly op: "jsonCompare";
      readonly column: string;
      readonly path: readonly string[];
      readonly compare: JsonComparison;
      readonly value: string | number;
    }
  /** A key of a JSON field, nested by `path`, equals a value of the same type. */
  | {
      readonly op: "jsonEquals";
      readonly column: string;
      readonly path: readonly string[];
      readonly value: JsonValue;
    };

/** Comparisons of values with an order. */
export type JsonComparison = "gt" | "gte" | "lt" | "lte";

/** The projects that a read or write is limited to: all of the deployment, or only these ids. */
export type Projects = "all" | readonly string[];

/** One sort key. `_id` always follows as the last key, in the direction of the key before it. */
export interface SortKey {
  readonly column: string;
  readonly direction: "asc" | "desc";
  /** Set when sorting by a field of the record that the column refers to. */
  readonly related?: RelatedKey;
}

/** A column of the resource `to`. Null if the record is of another project or not in `projects`. */
export interface RelatedKey {
  readonly to: string;
  readonly column: string;
  readonly projects: Projects;
}

/** Returns whether a name is that of a related record's value. */
export function isRelatedName(name: string): boolean {
  return name.includes(".");
}

/** Returns the name of a key's value: `title`, or `incidentSeverityId.order` if related. */
export function sortName({ column, related }: SortKey): string {
  return related ? `${column}.${related.column}` : column;
}

/** The start of a page: the sort values and id of the last record of the previous page. */
export interface Position {
  readonly values: readonly (Scalar | null)[];
  readonly id: string;
}
