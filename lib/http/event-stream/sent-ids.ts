import type { RequestIds } from "@/lib/http/message/reply-headers";

/** Requests whose ids are kept. Their changes reach the streams within a second. */
const mostKept = 5_000;

/**
 * The ids that clients sent with their latest requests, by the id of the log. A client knows its own
 * changes by them. Requests to other processes are not known here.
 */
export class SentIds {
  readonly #sent = new Map<string, string>();

  note({ requestId, clientRequestId }: RequestIds): void {
    if (clientRequestId === undefined) return;
    this.#sent.set(requestId, clientRequestId);
    if (this.#sent.size <= mostKept) return;
    const [oldest = ""] = this.#sent.keys();
    this.#sent.delete(oldest);
  }

  /** Returns the id that the client sent; without one the given id. */
  shownOf(requestId: string): string {
    return this.#sent.get(requestId) ?? requestId;
  }
}
