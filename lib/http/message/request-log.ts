/** What is known of a request once it is answered. Holds no body, query string, key or value of a record. */
export interface RequestLogEntry {
  /** The server's own id; the change log and the access log keep it too. */
  readonly requestId: string;
  /** The client's own id, as it sent it and as the reply shows it. */
  readonly clientRequestId?: string | undefined;
  readonly method: string;
  /** The pattern of the path (`/api/{r}/:id/get-item`), or "-" when it has none. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** The id of the key or person who asked, when the request got that far. */
  readonly callerId?: string | undefined;
  /** The name of who asked, when the request got that far. */
  readonly keyName?: string | undefined;
  /** Of a sign-in: the id of the account it is for, where there is such an account. */
  readonly accountId?: string | undefined;
  /** Of a sign-in: the address of the client; an IPv6 address stands for its /64. */
  readonly address?: string | undefined;
  readonly resource?: string | undefined;
  readonly operation?: string | undefined;
  /** True for the answer to `/readyz` of a process that was told to stop: its 503 is no fault. */
  readonly isStopping?: boolean | undefined;
  /** What went wrong when the answer is "internal": for the log alone, never for the client. */
  readonly error?: unknown;
}
