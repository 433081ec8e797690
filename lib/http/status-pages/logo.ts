import { createHash } from "node:crypto";
import { isUnchanged } from "@/lib/http/message/etag";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { emptyReply } from "@/lib/http/message/respond";
import type { PublicImage } from "@/lib/operations/status-pages/public-page";
import type { Reader } from "@/lib/store/port/store";

/** Returns the answer to requests for the image of a page; undefined without one. */
export function logoReply(
  reader: Reader,
  image: PublicImage | undefined,
  headers: Readonly<Record<string, string>>,
): ((request: ApiRequest) => Promise<ApiResponse>) | undefined {
  if (!image) return undefined;
  const own = { ...headers, "Content-Type": image.type, ETag: etagOf(image) };
  return async (request) => {
    if (isUnchanged(request.headers["if-none-match"], own.ETag)) return emptyReply(304, own);
    return { status: 200, headers: own, body: "", stream: piecesOf(reader, image) };
  };
}

/**
 * Returns the image of a page as a `data:` URL; undefined without one. Its type and size are those
 * that `readPublicPage` allows.
 */
export async function logoData(
  reader: Reader,
  image: PublicImage | undefined,
): Promise<string | undefined> {
  if (!image) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(reader, image)) pieces.push(piece);
  return `data:${image.type};base64,${Buffer.concat(pieces).toString("base64")}`;
}

/** Files do not change. The id itself stays out of the tag. */
function etagOf({ fileId }: PublicImage): string {
  return `"${createHash("sha256").update(fileId).digest("base64url").slice(0, 22)}"`;
}

async function* piecesOf(reader: Reader, { fileId }: PublicImage): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place += 1) {
    const piece = await reader.contentPiece(fileId, place);
    if (!piece) return;
    yield piece;
  }
}
