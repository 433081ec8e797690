/** One operation of a resource as the docs show it. */
export interface DocumentedCall {
  readonly operation: string;
  /** The verb on its button and in its row. */
  readonly verb: string;
  readonly routes: readonly CallRoute[];
  /** Permission of the resource that allows it. Absent when there is none. */
  readonly permission: string | undefined;
  /** Roles that allow it too. */
  readonly roles: readonly string[];
  /** A request body that works as it is. Undefined when the operation takes none. */
  readonly example: string | undefined;
}

/** One route of a call. `path` has `:id` in place of the record's id. */
export interface CallRoute {
  readonly method: string;
  readonly path: string;
}

/** Returns the route that a browser can send. A body needs another method than GET. */
export function browserRoute({
  routes: spellings,
  example,
}: DocumentedCall): CallRoute | undefined {
  return spellings.find(({ method }) => method !== "GET" || example === undefined);
}
