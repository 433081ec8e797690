/** The states that a record passes through. Relations are named without `Id`. */
export interface Lifecycle {
  /** The relation to the current state. */
  readonly state: string;
  /** The path of the events that change the state. Absent: the state is only written directly. */
  readonly events?: string;
  /** The date at which a record began. Absent or empty: the date of its creation. */
  readonly began?: string;
  /** The date at which a record ended, if no events tell it. */
  readonly ended?: string;
  /** The relation to the severity. */
  readonly severity: string;
  /** Paths of the resources whose records change with the state of a record. */
  readonly alsoChanges?: readonly string[];
  /** An open record should have an owner: one that `ownedBy` of the definition names. */
  readonly expectsOwner?: true;
  /**
   * The fields of the postmortem: its text, the date at which it was published, and the flag that
   * shows a published one to visitors of status pages.
   */
  readonly postmortem?: {
    readonly text: string;
    readonly published: string;
    readonly shownToVisitors: string;
  };
  /** The relation to the monitors that a record is about. Absent: those of its members. */
  readonly monitors?: string;
  /** The relation to the policies by which users are notified. */
  readonly policies?: string;
  /** How status pages show the records. Absent: no status page shows them. */
  readonly shownToVisitors?: ShownToVisitors;
  /** The path of the records that are grouped by a record, and their relation to it. */
  readonly members?: { readonly path: string; readonly relation: string };
}

/** The flags by which status pages show records to visitors. */
export interface ShownToVisitors {
  /** The flag of the record, and that of the status page. */
  readonly record: string;
  readonly page: string;
}

/** The part that the records of a kind have in the story of another record. */
export interface StoryPart {
  readonly kind: "note" | "person" | "feed" | "task" | "alert";
  /** The JSON field that holds the record's id, named like `incidentId`. Absent: relations. */
  readonly namedIn?: string;
  /** The relation to a record that has a part in the same story. */
  readonly through?: string;
}

/** The flags of a state: fields that mark where records begin, are taken on and end. */
export interface StateFlags {
  readonly created: string;
  readonly acknowledged: string;
  readonly resolved: string;
}

/** The record whose value an event sets. Relations are named without `Id`. */
export interface EventTarget {
  /** The relations of an event to the record and to the value. */
  readonly owner: string;
  readonly value: string;
  /** The relation of the record that holds the value of its last event. */
  readonly current: string;
  /** True if the value holds until the next event, even when the last event has an end. */
  readonly outlastsEnd: boolean;
  /** The store keeps the events of each owner packed by day, for sums over many of them. */
  readonly isPacked?: true;
}
