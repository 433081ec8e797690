/** The caller of a request and its grants, read per request: a change holds from the next one. */
export interface Caller {
  readonly type: "apiKey" | "user" | "system";
  readonly id: string;
  readonly name: string;
  /** Titles and roles held, by project id. `everyProject` is the key for the whole deployment. */
  readonly grants: ReadonlyMap<string, ReadonlySet<string>>;
  /** Expiry of the secret sent, ISO 8601. Absent: never. Only keys can expire. */
  readonly endsAt?: string;
  /** The form of the requests and replies of a key. Absent: that of the reference. */
  readonly dialect?: "oneuptime";
}

/** The operations that a caller may use depend on these alone. */
export type Rights = Pick<Caller, "type" | "id" | "grants">;

/** The key of `Caller.grants` for rights on the whole deployment. */
export const everyProject = "*";
