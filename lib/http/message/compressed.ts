import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isUnchanged } from "./etag";
import type { ApiRequest, ApiResponse } from "./exchange";
import { emptyReply } from "./respond";

/** What a client takes its content in, the smallest first; undefined for as it is. */
export type Coding = "br" | "gzip" | undefined;

/** The best coding an `Accept-Encoding` allows (RFC 9110, section 12.5.3). */
export function codingFor(accepted: string | undefined): Coding {
  const named = new Map(
    (accepted ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      return [name, !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one))] as const;
    }),
  );
  const takes = (name: string) => named.get(name) ?? named.get("*") ?? false;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : undefined;
}

/**
 * Replies with a text that is always the same. Its bytes are made once for each coding and sent piece by piece; a request
 * that names their `ETag` is answered 304. Only for what holds no secret: the length of compressed content tells of what
 * it holds.
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
    // The next request tries a failed coding again.
    content.catch(() => made.delete(coding));
    const { bytes, etag } = await content;
    const common = { ETag: etag, Vary: "Accept-Encoding" };
    if (isUnchanged(request.headers["if-none-match"], etag)) return emptyReply(304, common);
    const length = String(bytes.length);
    const coded = coding && { "Content-Encoding": coding };
    return {
      status: 200,
      headers: { ...headers, ...common, ...coded, "Content-Length": length },
      body: "",
      stream: piecesOf(bytes),
    };
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

/** So much is sent before other connections go on. */
const pieceBytes = 65_536;

/** Parts of the same memory: nothing is copied for a reader. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield bytes.subarray(from, from + pieceBytes);
  }
}
