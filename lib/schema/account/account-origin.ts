/** Where the account of a person comes from. */
export interface AccountOrigin {
  /** Null for a person who cannot sign in. */
  readonly createdAt: string | null;
  /** Null when they never did, or before this was kept. */
  readonly firstSignInAt: string | null;
  /** The person or key whose invitation created the account; null when that is unknown or not for the caller to know. */
  readonly invitedBy: string | null;
  /** True when it was an invitation to another project. */
  readonly isFromElsewhere: boolean;
  /** True for a person of the sample project, whose address is made up: no link lets them sign in. */
  readonly isSample: boolean;
}
