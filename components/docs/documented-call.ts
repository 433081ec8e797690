/** One operation of a resource as the docs show it. */
export interface DocumentedCall {
  readonly operation: string;
  /** The verb on its button and in its row. */
  readonly verb: string;
  readonly routes: readonly CallRoute[];
  /** The resource's own permission, absent when nobody has one. */
  readonly permission: string | undefined;
  /** The roles that may do it too. */
  readonly roles: readonly string[];
  /** A body that works as it is; undefined: the operation takes none. */
  readonly example: string | undefined;
}

/** One way to make a call. `path` has `:id` where the record's id goes. */
export interface CallRoute {
  readonly method: string;
  readonly path: string;
}

/** The spelling that a browser can send: one that carries its body outside of GET. */
export function browserRoute({
  routes: spellings,
  example,
}: DocumentedCall): CallRoute | undefined {
  return spellings.find(({ method }) => method !== "GET" || example === undefined);
}
