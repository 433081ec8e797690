/** The log entry of an answered request. Holds no body, query string, key or value of a record. */
export interface RequestLogEntry {
  /** The server's own id, also stored in the change log and the access log. */
  readonly requestId: string;
  /** The client's own id, as sent and as shown in the response. */
  readonly clientRequestId?: string | undefined;
  readonly method: string;
  /** The pattern of the path (`/api/{r}/:id/get-item`), or "-" without a match. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** The id of the calling key or user, if authenticated. */
  readonly callerId?: string | undefined;
  /** The name of the calling key or user, if authenticated. */
  readonly keyName?: string | undefined;
  /** Of a sign-in: the id of its account, if the account exists. */
  readonly accountId?: string | undefined;
  /** Of a sign-in: the client's address. An IPv6 address is shortened to its /64. */
  readonly address?: string | undefined;
  readonly resource?: string | undefined;
  readonly operation?: string | undefined;
  /** True for a `/readyz` response of a stopping process, whose 503 is not an error. */
  readonly isStopping?: boolean | undefined;
  /** The cause of an "internal" response, for the log only. */
  readonly error?: unknown;
}
