/** A request to a signed-in user to join a project. */
export interface MembershipRequest {
  /** The id of the invitation or of the pending membership. */
  readonly _id: string;
  readonly projectId: string;
  readonly projectName: string;
  /** The user or key that sent the request. Null when it is no longer known. */
  readonly invitedBy: { readonly name: string; readonly email: string | null } | null;
  /** Roles and permission titles that the membership grants. */
  readonly permissions: readonly string[];
  readonly createdAt: string;
  /** Null if the request stays open until it is answered or withdrawn. */
  readonly expiresAt: string | null;
}
