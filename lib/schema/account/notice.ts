/** An event on a user's account that the user should know of. */
export interface Notice {
  /** Time of the event, ISO 8601. */
  readonly at: string;
  readonly event: "reset_link_made" | "reset_link_used" | "failed_sign_ins";
  /** The name of the user who caused the event. Null for the operator, on the server. */
  readonly by?: string | null;
  /** The network address that the event came from. */
  readonly address?: string;
  /** Number of occurrences since `since`. */
  readonly count?: number;
  readonly since?: string;
}
