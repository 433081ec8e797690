import type { IncomingMessage, ServerResponse } from "node:http";
import { codingFor } from "@/lib/http/message/coding";
import { plainHeaders } from "@/lib/server/plain-headers";
import { pageNonce } from "./page-nonce";

/** The names and values of the headers of a reply. */
export type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** The headers of a document that was sent, and the nonce in them. */
interface Kept {
  readonly headers: ReplyHeaders;
  readonly nonce: string;
}

/**
 * Sends the headers of a document while it is rendered. They name its style sheet and its font
 * (`Link`, RFC 8288), so the browser requests these meanwhile. Documents of one kind have the same
 * headers but for the nonce and the coding, so they are those of the document before.
 */
export class EarlyHeaders {
  readonly #kept = new Map<string, Kept>();

  /**
   * Returns the headers for one request for a document of a kind. Limits the codings that the
   * request accepts to the one that the document gets, so that it is known before the document is.
   */
  of(kind: string, request: IncomingMessage): EarlyResponse {
    const coding = codingFor(plainHeaders(request)["accept-encoding"]);
    if (coding) request.headers["accept-encoding"] = coding;
    else delete request.headers["accept-encoding"];
    return new EarlyResponse(this.#kept, { kind, nonce: pageNonce(request), coding });
  }
}

interface About {
  readonly kind: string;
  readonly nonce: string | undefined;
  readonly coding: string | undefined;
}

/** The response to one request, whose headers may be sent before its document is rendered. */
export class EarlyResponse {
  readonly #kept: Map<string, Kept>;
  readonly #about: About;

  constructor(kept: Map<string, Kept>, about: About) {
    this.#kept = kept;
    this.#about = about;
  }

  /** Sends status 200 and the headers, if a document of this kind was sent before. */
  begin(response: ServerResponse): void {
    const { kind, nonce, coding } = this.#about;
    const kept = this.#kept.get(kind);
    if (!kept || nonce === undefined) return;
    response.writeHead(200, {
      ...withNonce(kept, nonce),
      ...(coding && { "Content-Encoding": coding }),
    });
    response.flushHeaders();
  }

  /** Lets the next document of the kind wait for its own headers, because this one has no response. */
  forget(): void {
    this.#kept.delete(this.#about.kind);
  }

  /**
   * Returns true if the body of a rendered document may follow the headers that were sent: it has
   * the same coding. The next documents of the kind get the headers of this one.
   */
  accepts(document: IncomingMessage, headers: ReplyHeaders): boolean {
    const { kind, nonce, coding } = this.#about;
    const { "content-type": type, "content-encoding": sent } = document.headers;
    const isExpected = type?.startsWith("text/html") === true && sent === coding;
    const isUsual = isExpected && document.statusCode === 200 && !ofOneDocument(document);
    if (isUsual && nonce !== undefined) {
      this.#kept.set(kind, { headers: withoutCoding(headers), nonce });
    } else this.forget();
    return isExpected;
  }
}

/** Returns true if the headers of a document would be wrong for the next one. */
function ofOneDocument({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["set-cookie"] !== undefined;
}

function withoutCoding(headers: ReplyHeaders): ReplyHeaders {
  const others = Object.entries(headers).filter(
    ([name]) => name.toLowerCase() !== "content-encoding",
  );
  return Object.fromEntries(others);
}

function withNonce({ headers, nonce: old }: Kept, nonce: string): ReplyHeaders {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === "string"
      ? value.replaceAll(old, nonce)
      : value.map((one) => one.replaceAll(old, nonce)),
  ]);
  return Object.fromEntries(entries);
}
