import type { IncomingMessage, ServerResponse } from "node:http";
import { pageNonce } from "./page-nonce";

/**
 * Makes the scripts of an HTML response load after its content is shown: each script element becomes
 * an entry of a list that `deferredScripts` loads. Other responses, those of a stated length, those of
 * another status than 200, which have no such script, and those whose request carries no content policy
 * stay as they are. Call it before anything is written. Encodings and callbacks are not supported.
 */
export function deferScripts(request: IncomingMessage, response: ServerResponse): void {
  const nonce = pageNonce(request);
  if (nonce === undefined) return;
  const rewriter = new ScriptRewriter(nonce);
  const isRewritten = () =>
    response.statusCode === 200 &&
    String(response.getHeader("content-type")).startsWith("text/html") &&
    !response.hasHeader("content-length");
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  response.write = (piece: unknown) => {
    const bytes = asBytes(piece);
    return write(isRewritten() ? rewriter.rewrite(bytes) : bytes);
  };
  response.end = (piece?: unknown) => {
    if (isBytes(piece)) response.write(piece);
    const rest = rewriter.rest();
    return rest.length > 0 ? end(rest) : end();
  };
}

/**
 * Rewrites the script elements of a document, which arrives in pieces. The nonce tells the elements
 * that the server wrote from texts of records, which never contain it.
 */
class ScriptRewriter {
  readonly #nonce: string;
  readonly #element: RegExp;
  #held = "";

  constructor(nonce: string) {
    this.#nonce = nonce;
    const given = `nonce="${nonce.replaceAll(/[+/]/g, "\\$&")}"`;
    const script = `<script src="(/_next/[^"<>&]+)" (?:async="" ${given}|${given} async="")></script>`;
    const preload = `<link rel="preload" as="script" fetchPriority="low" ${given} href="[^"<>]+"/>`;
    this.#element = new RegExp(`${script}|${preload}`, "g");
  }

  /** Returns the next bytes of the rewritten document. An incomplete element is held back. */
  rewrite(piece: Buffer): Buffer {
    // One character for each byte: a letter may be divided between two pieces.
    const text = this.#held + piece.toString("latin1");
    const end = completeUntil(text);
    this.#held = text.slice(end);
    const rewritten = text
      .slice(0, end)
      .replace(this.#element, (_element, source?: string) =>
        source === undefined ? "" : this.#entry(source),
      );
    return Buffer.from(rewritten, "latin1");
  }

  /** Returns the bytes that are held back at the end of the document. */
  rest(): Buffer {
    const rest = Buffer.from(this.#held, "latin1");
    this.#held = "";
    return rest;
  }

  #entry(source: string): string {
    return `<script nonce="${this.#nonce}">(self.tocsinScripts??=[]).push("${source}")</script>`;
  }
}

/** Returns the end of the last complete element or text. */
function completeUntil(text: string): number {
  const script = text.lastIndexOf("<script src=");
  if (script >= 0 && !text.includes("</script>", script)) return script;
  const tag = text.lastIndexOf("<");
  return tag > text.lastIndexOf(">") ? tag : text.length;
}

function asBytes(piece: unknown): Buffer {
  if (Buffer.isBuffer(piece)) return piece;
  if (isBytes(piece)) return Buffer.from(piece);
  throw new TypeError("A piece of a response must be a text or bytes.");
}

function isBytes(piece: unknown): piece is string | Uint8Array {
  return typeof piece === "string" || piece instanceof Uint8Array;
}
