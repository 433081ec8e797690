import type { JsonValue } from "./json";

/**
 * What a field holds. Everything that differs between kinds stands in a table of type
 * `Record<FieldKind, …>`, so that the compiler names the entries a new kind still lacks.
 */
export type FieldKind =
  | "id"
  | "date"
  | "text"
  | "longText"
  | "veryLongText"
  | "markdown"
  | "slug"
  | "boolean"
  | "number"
  | "smallNumber"
  | "json"
  | "color"
  | "email"
  | "hashed"
  | "url"
  | "file"
  | "textList"
  | "relation"
  | "relationList";

/**
 * What happens to a record when the record it refers to is deleted: it goes too, the reference is
 * emptied, the deletion is refused, or the id stays as it is.
 */
export type WhenTargetGoes = "remove" | "clear" | "refuse" | "keep";

/** One field of a resource: plain data, the same in the server and the browser. */
export interface Field {
  readonly kind: FieldKind;
  /** Must be there on create; for a relation, under its `…Id` name. */
  readonly required?: boolean;
  /** The reference marks a relation's own name required too. */
  readonly requiredByName?: boolean;
  /** `server`: what a client sends is replaced on create and ignored on update. */
  readonly writtenBy?: "client" | "server";
  /** Stands under the name of a record, before what is required; for a boolean, what yes and no are called there. */
  readonly headline?: true | { readonly yes: string; readonly no: string };
  /** The server makes a value when a required field is absent. */
  readonly madeByServer?: boolean;
  /** Never leaves the store layer; unknown to clients. */
  readonly hidden?: boolean;
  readonly title?: string;
  readonly help?: string;
  readonly section?: string;
  /** Known values of an open text; others are accepted. */
  readonly suggestions?: readonly string[];
  /** How known values of an open text read. */
  readonly words?: Readonly<Record<string, string>>;
  /** How known values read where another column of the record holds a number above one, which stands for "#". */
  readonly wordsForMany?: ColumnWords;
  /** What kind of thing a text names, by another column of the record: stands before the name. */
  readonly kindIn?: ColumnWords;
  /** What a text, or those of a list, name: roles and permission titles, resources by their paths, or a User-Agent. */
  readonly names?: "permissions" | "resources" | "devices";
  /** Stored when a create leaves the field out. */
  readonly default?: JsonValue;
  readonly min?: number;
  readonly max?: number;
  /** The path of the resource a relation or relation list refers to. */
  readonly to?: string;
  readonly whenTargetGoes?: WhenTargetGoes;
  /** An id of a record of whichever resource this field of the same record names. */
  readonly within?: string;
  /** A to-one relation that people filter by: has an index and counter rows. */
  readonly indexed?: boolean;
  /** A date at which a stretch of time begins or ends: read by the clock, not by how long ago it is. */
  readonly edge?: "start" | "end";
  /** The name under which a field that nobody can read back tells, where it is selected, whether it holds a value. */
  readonly presence?: string;
  /** A slug is made from this field. */
  readonly slugFrom?: string;
  /** A number that gives the record's place among those with the same value of this column. */
  readonly ordersWithin?: string;
  /** A number counted up per project. */
  readonly counts?: Counts;
}

/** Another column of the same record, and words that go with it. */
export interface ColumnWords {
  readonly column: string;
  readonly words: Readonly<Record<string, string>>;
}

/** How a counted number is shown. */
export interface Counts {
  /** The text field that carries the number with its prefix. */
  readonly prefixed: string;
  /** The prefix of a project that has none of its own. */
  readonly prefix: string;
  /** The field of the project that holds its own prefix. */
  readonly projectPrefix?: string;
}
