import type { Filter } from "@/lib/schema/filter";
import type { JsonType } from "@/lib/store/port/engine";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import type { Param } from "./parameterized-filter";
import type { ProjectParams } from "./project-params";

/** A parameterized filter. Filters with the same `key` have the same SQL. */
export type ParameterizedFilter =
  | {
      readonly op: "and" | "or";
      readonly parts: readonly ParameterizedFilter[];
      readonly key: string;
    }
  | { readonly op: "not"; readonly part: ParameterizedFilter; readonly key: string }
  | Leaf
  | Related
  | Referred
  | JsonLeaf
  | JsonComparison;

export interface Leaf {
  readonly op: LeafOp;
  readonly column: StoredColumn;
  readonly params: readonly Param[];
  readonly orNull: boolean;
  readonly key: string;
}

export interface Related {
  readonly op: "related";
  readonly column: StoredColumn;
  readonly target: Table;
  readonly part: ParameterizedFilter;
  readonly projects: ProjectParams;
  readonly ofAnyProject: boolean;
  readonly key: string;
}

export interface Referred {
  readonly op: "referred";
  readonly source: Table;
  readonly by: StoredColumn;
  readonly part: ParameterizedFilter | undefined;
  readonly projects: ProjectParams;
  readonly key: string;
}

export interface JsonComparison {
  readonly op: "jsonCompare";
  readonly column: StoredColumn;
  readonly path: readonly Param[];
  readonly compare: Extract<Filter, { op: "jsonCompare" }>["compare"];
  readonly type: "number" | "text";
  readonly value: Param;
  readonly key: string;
}

export interface JsonLeaf {
  readonly op: "jsonEquals";
  readonly column: StoredColumn;
  readonly path: readonly Param[];
  readonly type: JsonType;
  readonly value: Param;
  readonly key: string;
}

export type LeafOp = Exclude<
  Filter["op"],
  "and" | "or" | "not" | "related" | "referred" | "jsonEquals" | "jsonCompare"
>;
