/** What a request carries. */
export interface Content {
  /** The body as text; "" when there is none. */
  readonly body: string;
  /** The body as it came, only where `bodyLimitOf` in `lib/http/routing/body-limits.ts` says that it is a file; `body` is then "". */
  readonly bytes?: Uint8Array;
  /** Only for a body too large to be taken in for just anybody: takes it in for a caller. Throws as `takeIn` does. */
  readonly more?: (callerId: string) => Promise<Content>;
  /** Only where the adapter knows: throws when nobody waits for the answer any more. To be called after a wait. */
  readonly requireClient?: () => void;
  /** Only where the adapter queues requests, beside `more`: lets others go first, between steps that take long. */
  readonly giveWay?: () => Promise<void>;
}

/** A request without its transport: what `lib/http/handle.ts` takes from both adapters. */
export interface ApiRequest extends Content {
  readonly method: string;
  /** The path as sent, percent-encoding included, without the query string. */
  readonly path: string;
  /** The query string as sent, without `?`. */
  readonly query: string;
  /** Header names in lower case; a header sent twice is joined by ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address at the other end of the connection; absent where the adapter does not learn it. */
  readonly address?: string;
}

/** A reply without its transport. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In place of `body`: the content piece by piece, taken as fast as the client does. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
  /** What nobody foresaw in a part of it, for the log; the reply itself says less. */
  readonly error?: unknown;
}
