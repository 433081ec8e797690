import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Coding, codingFor } from "./coding";
import { isUnchanged } from "./etag";
import type { ApiRequest, ApiResponse } from "./request-response";
import { emptyReply } from "./respond";

/**
 * Returns a response with a constant text. Its bytes are computed once per coding, and long ones streamed. A
 * request that names their `ETag` gets a 304. Only for texts without secrets, because the length of
 * compressed content reveals part of it.
 */
export function compressible(
  text: () => string | Promise<string>,
  headers: Readonly<Record<string, string>>,
): (request: ApiRequest) => Promise<ApiResponse> {
  const made = new Map<Coding, Promise<Content>>();
  return async (request) => {
    const coding = codingFor(request.headers["accept-encoding"]);
    const content = made.get(coding) ?? contentOf(text, coding);
    made.set(coding, content);
    // The next request retries a failed coding.
    content.catch(() => made.delete(coding));
    const { bytes, etag } = await content;
    const common = { ETag: etag, Vary: "Accept-Encoding" };
    if (isUnchanged(request.headers["if-none-match"], etag)) {
      const { "Content-Type": _, ...others } = headers;
      return emptyReply(304, { ...others, ...common });
    }
    const length = String(bytes.length);
    const coded = coding && { "Content-Encoding": coding };
    const whole = { ...headers, ...common, ...coded, "Content-Length": length };
    if (bytes.length <= pieceBytes) return { status: 200, headers: whole, body: "", bytes };
    return { status: 200, headers: whole, body: "", stream: piecesOf(bytes) };
  };
}

interface Content {
  readonly bytes: Buffer;
  readonly etag: string;
}

async function contentOf(text: () => string | Promise<string>, coding: Coding): Promise<Content> {
  const plain = Buffer.from(await text());
  const bytes = coding === undefined ? plain : await compress[coding](plain);
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

const compress: Readonly<Record<"br" | "gzip", (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) =>
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (plain) => promisify(gzip)(plain),
};

/** Bytes sent before other connections continue. */
const pieceBytes = 65_536;

/** Yields the bytes in chunks. These are views of the same memory, so nothing is copied. */
export async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield bytes.subarray(from, from + pieceBytes);
  }
}
