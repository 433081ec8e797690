import type { JsonValue } from "./json";

/** A value a column can be compared with, already in stored form. */
export type Scalar = string | number | boolean;

/**
 * A checked query: names are columns that exist, values have their column's type. `lib/schema/query/query.ts`
 * makes it from what a client sent, `lib/store/statement/where.ts` turns it into SQL.
 */
export type Filter =
  | { readonly op: "and" | "or"; readonly filters: readonly Filter[] }
  /** The complement: also holds where the inner condition is unknown because of a null. */
  | { readonly op: "not"; readonly filter: Filter }
  | {
      readonly op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
      readonly column: string;
      readonly value: Scalar;
      /** Also holds where the column is null. */
      readonly orNull?: boolean;
    }
  | { readonly op: "in"; readonly column: string; readonly values: readonly Scalar[] }
  | { readonly op: "notIn"; readonly column: string; readonly values: readonly Scalar[] }
  | { readonly op: "between"; readonly column: string; readonly from: Scalar; readonly to: Scalar }
  /** Text operators disregard case. */
  | {
      readonly op: "contains" | "notContains" | "startsWith" | "endsWith";
      readonly column: string;
      readonly value: string;
    }
  | { readonly op: "isNull" | "notNull"; readonly column: string }
  /** Over the ids of a relation list: any, all or none of these; or the list is (not) empty. */
  | {
      readonly op: "hasAny" | "hasAll" | "hasNone";
      readonly column: string;
      readonly values: readonly string[];
    }
  | { readonly op: "isEmpty" | "notEmpty"; readonly column: string }
  /**
   * The record referred to, of the same project, meets `filter`; `projects` narrows where it may be read. With
   * `ofAnyProject` it need not be of the same project.
   */
  | {
      readonly op: "related";
      readonly column: string;
      readonly to: string;
      readonly filter: Filter;
      readonly projects?: Projects;
      readonly ofAnyProject?: boolean;
    }
  /** A key of a JSON field, nested by `path`, equals a value; numbers, booleans and text by type. */
  | {
      readonly op: "jsonEquals";
      readonly column: string;
      readonly path: readonly string[];
      readonly value: JsonValue;
    };

/** The projects a read or write may reach: all of the deployment, or just these ids. */
export type Projects = "all" | readonly string[];

/** One key of an order; `_id` always follows as the last, in the direction of the last key. */
export interface SortKey {
  readonly column: string;
  readonly direction: "asc" | "desc";
  /** Set where the order is by a field of the record that the column refers to. */
  readonly related?: RelatedKey;
}

/** A column of the resource `to`. Counts as null where the record is of another project or not in `projects`. */
export interface RelatedKey {
  readonly to: string;
  readonly column: string;
  readonly projects: Projects;
}

/** Whether a name is that of a value of a related record. */
export function isRelatedName(name: string): boolean {
  return name.includes(".");
}

/** The name of the value that a key puts in order: `title`, or `incidentSeverityId.order` of a related record. */
export function sortName({ column, related }: SortKey): string {
  return related ? `${column}.${related.column}` : column;
}

/** Where a page begins: the sort values and id of the last record of the page before. */
export interface Position {
  readonly values: readonly (Scalar | null)[];
  readonly id: string;
}
