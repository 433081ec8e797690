/** The times at which a record with a lifecycle was taken on and resolved. */
export interface Milestones {
  /** The date at which the record began. */
  readonly beganAt: string;
  /** The start of the first state that acknowledges or resolves. */
  readonly acknowledgedAt: string | undefined;
  /**
   * The start of the resolved state that still holds: the first one after the last open state.
   * Undefined while the record is open.
   */
  readonly resolvedAt: string | undefined;
  /** The start of the current state; undefined if no event tells it. */
  readonly stateSince: string | undefined;
}
