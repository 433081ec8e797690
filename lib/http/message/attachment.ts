import type { ApiResponse } from "./request-response";

/** The name and content of a file. */
export interface Attachment {
  readonly name: string;
  /** The value of `Content-Type`. */
  readonly type: string;
  /** Length of the content in bytes, if it is known. */
  readonly size?: number | undefined;
}

/** Returns a 200 that browsers save, never display (RFC 6266). No `content` for a HEAD. */
export function attachmentReply(
  { name, type, size }: Attachment,
  content: AsyncIterable<string | Uint8Array> | undefined,
): ApiResponse {
  return {
    status: 200,
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${plainName(name)}"; filename*=UTF-8''${encoded(name)}`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      ...(size !== undefined && { "Content-Length": String(size) }),
    },
    body: "",
    ...(content && { stream: content }),
  };
}

/** Returns a time for use in file names: `20260131-0900`. */
export function stampOf(now: Date): string {
  return now.toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
}

function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9._ -]/g, "_");
}

/** RFC 8187: escapes characters that `encodeURIComponent` keeps but the grammar forbids. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
