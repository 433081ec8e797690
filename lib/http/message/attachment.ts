import type { ApiResponse } from "./exchange";

/** What a file is called and what it holds. */
export interface Attachment {
  readonly name: string;
  /** The value of `Content-Type`. */
  readonly type: string;
}

/** A 200 that browsers save and never show (RFC 6266): `content` piece by piece, none for a HEAD. */
export function attachmentReply(
  { name, type }: Attachment,
  content: AsyncIterable<string | Uint8Array> | undefined,
): ApiResponse {
  return {
    status: 200,
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${plainName(name)}"; filename*=UTF-8''${encoded(name)}`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
    body: "",
    ...(content && { stream: content }),
  };
}

/** A moment as it stands in names of files: `20260131-0900`. */
export function stampOf(now: Date): string {
  return now.toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
}

function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9._ -]/g, "_");
}

/** RFC 8187: what `encodeURIComponent` leaves alone but the grammar does not allow. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
