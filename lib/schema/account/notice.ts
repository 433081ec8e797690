/** Something that happened to a person's account and that they should know of. */
export interface Notice {
  /** When, as ISO text. */
  readonly at: string;
  readonly event: "reset_link_made" | "reset_link_used" | "failed_sign_ins";
  /** The name of the person who did it; null: the operator, on the server. */
  readonly by?: string | null;
  /** Where it was done from. */
  readonly address?: string;
  /** How often, since when. */
  readonly count?: number;
  readonly since?: string;
}
