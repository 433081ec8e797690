/** The origin of a user's account. */
export interface AccountOrigin {
  /** Null for a user who cannot sign in. */
  readonly createdAt: string | null;
  /** Null if the user never signed in, or only before this was recorded. */
  readonly firstSignInAt: string | null;
  /** The user or key that sent the invitation. Null when unknown or hidden from the caller. */
  readonly invitedBy: string | null;
  /** True if the invitation was to another project. */
  readonly isFromElsewhere: boolean;
  /** True for a user of the sample project. The address is made up, and no link enables sign-in. */
  readonly isSample: boolean;
}
