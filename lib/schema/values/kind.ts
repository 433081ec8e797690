import type { z } from "zod";
import type { Field } from "@/lib/schema/field";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { ReadMatch } from "./match";
import type { OperatorName } from "./operators";

/** Zod is an argument of the checks, so that pages without a form do not load it. */
export type Zod = typeof z;

/** Type of a stored column. Each engine maps it to an SQL type and converts its values. */
export type StoredType = "text" | "date" | "integer" | "number" | "boolean" | "json";

/** A kind of field. All differences between kinds are properties of this object. */
export interface Kind extends Traits, Looks {
  /** The name of the type in the reference. */
  readonly type: string;
  /**
   * Returns the check of a value, which converts it to its stored form. Messages continue the
   * field's name: "must be a number". The caller handles null and absence.
   */
  readonly check: (z: Zod, field: Field) => z.ZodType<JsonValue>;
  /** Reads a value to compare a column with. */
  readonly match: ReadMatch;
  /** The operators of a query. A kind without operators cannot be filtered by. */
  readonly operators: readonly OperatorName[];
  readonly isSortable: boolean;
  readonly codec: Codec;
  /** The component of its values in the OpenAPI document. */
  readonly component: {
    readonly name: string;
    /** Properties that supplement the schema derived from the check. */
    readonly beside: JsonObject;
  };
  /** The component of conditions on it, and the schema of one value to compare with. */
  readonly condition?: { readonly name: string; readonly value?: JsonObject };
  /** An accepted value for examples. `idOf` returns the id of a sample record of a resource. */
  readonly example: (field: Field, idOf: (path: string) => string) => JsonValue;
}

/** Storage of a kind of field. */
export interface Codec {
  readonly type: StoredType;
  /** Equality ignores case: a second column stores the lower-cased text. */
  readonly foldsCase?: true;
  /** A list whose elements are found through a link table, or in the column itself. */
  readonly list?: "linked" | "inline";
  /** A value may take tens of kilobytes or megabytes. */
  readonly isBulky?: true;
  /** No two records of the deployment share a value. */
  readonly isUnique?: true;
}

/** Properties that code asks for instead of comparing kinds by name. */
interface Traits {
  /** Text in words, which searches read. */
  readonly isText?: true;
  /** Text of a few plain words, which can be the whole title of a record. */
  readonly isPlainText?: true;
  readonly isMarkdown?: true;
  readonly isNumber?: true;
  readonly isBoolean?: true;
  readonly isDate?: true;
  readonly isColor?: true;
  /** One id or several ids of records. */
  readonly isId?: true;
  /** A list of ids. Its length in a response follows from their number. */
  readonly holdsIds?: true;
  /** A list whose items users add and remove one by one. */
  readonly hasItems?: true;
  /** A query may name keys of the value: `{"customFields": {"region": "eu"}}`. */
  readonly hasKeys?: true;
  /** The value is stored as a hash and cannot be read back. Selecting it returns null. */
  readonly isSecret?: true;
  /** The `_type` of its values where they are written as typed values, with their type beside them. */
  readonly typedAs?: "ObjectID" | "DateTime" | "Color" | "Email" | "URL";
  /** The search over all resources reads the column whatever its name, and reports this part. */
  readonly foundAs?: "slug" | "email";
}

/** Display in the console. */
interface Looks {
  /** The initial width of a column in pixels. */
  readonly width: number;
  /** Needs the width of a page. Displayed apart from the facts. */
  readonly isWide?: true;
  /** Says little in one line. Lists leave it out by default. */
  readonly isVerbose?: true;
  /** Takes a while to type. The input is not dropped without confirmation. */
  readonly isSlowToType?: true;
  /** Where a value can be changed outside the form of its record. */
  readonly editedIn: "cell" | "page" | "form";
  /** The conversion between the value and the input of a form. */
  readonly formValue:
    | ("text" | "time" | "number" | "choice")
    | ("record" | "records" | "list" | "files" | "json" | "secret");
  /** Display of a change: both values, the changed words, paths or members, or nothing of it. */
  readonly change: "values" | "words" | "paths" | "members" | "hidden";
  /** Rank among the fields to set on several records, from 2, the most shared values first. */
  readonly bulkRank: number;
  /** Rank among the required fields under a record's title. Absent: not displayed there. */
  readonly headlineRank?: number;
  readonly placeholder?: string;
}
