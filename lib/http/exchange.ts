/** A request without its transport: what `lib/http/handle.ts` takes from both adapters. */
export interface ApiRequest {
  readonly method: string;
  /** The path as sent, percent-encoding included, without the query string. */
  readonly path: string;
  /** The query string as sent, without `?`. */
  readonly query: string;
  /** Header names in lower case; a header sent twice is joined by ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as text; "" when there is none. */
  readonly body: string;
}

/** A reply without its transport. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
