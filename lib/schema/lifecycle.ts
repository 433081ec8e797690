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
  /** The path of the records of owners. `expected`: an open record should have an owner. */
  readonly owners?: { readonly path: string; readonly expected: boolean };
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
