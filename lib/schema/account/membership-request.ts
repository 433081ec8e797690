/** A project that a signed-in person is asked to join. */
export interface MembershipRequest {
  /** The id of the invitation or of the pending membership. */
  readonly _id: string;
  readonly projectId: string;
  readonly projectName: string;
  /** The person or key that asks; null when it is no longer known. */
  readonly invitedBy: { readonly name: string; readonly email: string | null } | null;
  /** Roles and permission titles it grants. */
  readonly permissions: readonly string[];
  readonly createdAt: string;
  /** Null: it stays open until it is answered or withdrawn. */
  readonly expiresAt: string | null;
}
