/** What is known of a request once it is answered. Holds no body, query string, key or value of a record. */
export interface RequestLogEntry {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the path (`/api/{r}/:id/get-item`), or "-" when it has none. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** The id of the key or person who asked, when the request got that far. */
  readonly callerId?: string | undefined;
  /** The name of who asked, when the request got that far. */
  readonly keyName?: string | undefined;
  readonly resource?: string | undefined;
  readonly operation?: string | undefined;
  /** What went wrong when the answer is "internal": for the log alone, never for the client. */
  readonly error?: unknown;
}
