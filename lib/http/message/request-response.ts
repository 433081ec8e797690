import type { LockWait } from "@/lib/operations/transaction/context";

/** The content of a request. */
export interface Content {
  /** The body as text, or "". */
  readonly body: string;
  /**
   * The raw body, only if `bodyLimitOf` in `lib/http/routing/body-limits.ts` declares a file.
   * `body` is then "".
   */
  readonly bytes?: Uint8Array | undefined;
  /** Receives a body too large for an unknown caller, for this caller. Throws as `takeIn` does. */
  readonly more?: ((callerScope: string) => Promise<Content>) | undefined;
  /** Inflates a body that gzip compressed, for this caller. Absent: the body is not compressed so. */
  readonly inflate?: ((callerScope: string) => Promise<Content>) | undefined;
  /** Throws if the client has disconnected. Call it after a wait. Absent if unknown. */
  readonly requireClient?: (() => void) | undefined;
  /** Lets other requests run between long steps. Only with an admission queue, beside `more`. */
  readonly giveWay?: (() => Promise<void>) | undefined;
}

/** A request without its transport. Both adapters pass it to `lib/http/handle.ts`. */
export interface ApiRequest extends Content {
  readonly method: string;
  /** The path as sent, percent-encoding included, without the query string. */
  readonly path: string;
  /** The query string as sent, without `?`. */
  readonly query: string;
  /** Headers by lower-case name. A repeated header is joined by ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The peer address of the connection. Absent if the adapter does not know it. */
  readonly address?: string | undefined;
  /** Told when the request waits for its transaction. Absent without an admission queue. */
  readonly lockWait?: LockWait | undefined;
}

/** A response without its transport. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In place of `body`: the whole content as bytes. */
  readonly bytes?: Uint8Array;
  /** In place of `body`: streamed content, read at the client's pace. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
  /** Called when the client has disconnected, for a stream that waits for something to send. */
  readonly onClose?: (() => void) | undefined;
  /** An unexpected error in a part of the response, for the log. The response itself says less. */
  readonly error?: unknown;
}
