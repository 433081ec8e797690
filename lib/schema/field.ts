import type { JsonValue } from "./json";

/**
 * The kinds of fields: the names in `lib/schema/kinds/index.ts`, which adds the property `kind` to
 * `Field`. Tables of type `Record<FieldKind, …>` do not compile while they lack one.
 */
export type FieldKind = Field["kind"];

/**
 * The effect on a record when the record it refers to is deleted. `remove`: it is deleted too;
 * `clear`: the reference becomes empty; `refuse`: the deletion is refused; `keep`: the id stays.
 */
export type OnTargetDelete = "remove" | "clear" | "refuse" | "keep";

/**
 * One field of a resource, of the `kind` that `lib/schema/kinds/index.ts` declares. Plain data, the
 * same on the server and in the browser.
 */
export interface Field {
  /** Required on create; for a relation, under its `…Id` name. */
  readonly required?: boolean;
  /** A text of blanks counts as missing. Required texts of the reference accept it. */
  readonly refusesBlanks?: true;
  /** The reference also marks the relation's own name as required. */
  readonly requiredByName?: boolean;
  /** `server`: a value sent by a client is replaced on create and ignored on update. */
  readonly writtenBy?: "client" | "server";
  /** Displayed under the record's name. For a boolean, the words for yes and no. */
  readonly headline?: true | { readonly yes: string; readonly no: string };
  /** The server generates a value when a required field is absent. */
  readonly madeByServer?: boolean;
  /** Never leaves the store layer; unknown to clients. */
  readonly hidden?: boolean;
  /** A hidden column that clients of OneUptime write and read. All others do not know it. */
  readonly foreign?: true;
  /** A hidden column that clients know by name: they filter, sort and select by it (decision 101). */
  readonly byName?: true;
  /** A number of seconds. Displayed as "14 min", and written so in filters. */
  readonly unit?: "seconds";
  readonly title?: string;
  readonly help?: string;
  readonly section?: string;
  /** Known values of an open text field. Other values are accepted. */
  readonly suggestions?: readonly string[];
  /** Display texts for known values of an open text field. */
  readonly words?: Readonly<Record<string, string>>;
  /** Display texts if another column of the record holds a number above 1, inserted for "#". */
  readonly wordsForMany?: ColumnWords;
  /** The kind of thing that a text names, by another column. Displayed before the name. */
  readonly kindIn?: ColumnWords;
  /** The things that the texts name: roles and permission titles, resources by path, or a User-Agent. */
  readonly names?: "permissions" | "resources" | "devices";
  /** Stored when a create leaves the field out. */
  readonly default?: JsonValue;
  readonly min?: number;
  readonly max?: number;
  /** The path of the resource a relation or relation list refers to. */
  readonly to?: string;
  readonly onTargetDelete?: OnTargetDelete;
  /** Marks an id of a record. The named field of the same record gives the resource. */
  readonly within?: string;
  /** A to-one relation that users filter by. Has an index and counter rows. */
  readonly indexed?: boolean;
  /** An id that few records have. Its index holds only these, by project and in order of time. */
  readonly isRare?: true;
  /** A date at which a time range begins or ends. Displayed as clock time, not as elapsed time. */
  readonly edge?: "start" | "end";
  /** The presence flag of an unreadable field: a name to select whether it holds a value. */
  readonly presence?: string;
  /** The slug is derived from this field. */
  readonly slugFrom?: string;
  /** A number that gives the record's position among records with the same value of this column. */
  readonly ordersWithin?: string;
  /** A number that the database counts in the order of commits, null until it is given. */
  readonly isSequence?: true;
  /** A number counted per project. */
  readonly counts?: Counts;
}

/** Another column of the same record, and the text for each of its values. */
export interface ColumnWords {
  readonly column: string;
  readonly words: Readonly<Record<string, string>>;
}

/** How a counted number is displayed. */
export interface Counts {
  /** The text field that holds the number with its prefix. */
  readonly prefixed: string;
  /** The prefix of a project without its own prefix. */
  readonly prefix: string;
  /** The field of the project that holds its own prefix. */
  readonly projectPrefix?: string;
}
