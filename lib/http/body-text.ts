import { isUtf8 } from "node:buffer";
import { invalid } from "@/lib/errors";

/**
 * The bytes of a body as text. Throws a 400 for bytes that are no UTF-8, unless a `Content-Encoding` says that
 * they are something else: those are refused later, by that header.
 */
export function bodyText(bytes: Uint8Array, encoding: string | undefined): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding !== undefined) return buffer.toString("latin1");
  if (isUtf8(buffer)) return buffer.toString("utf8");
  throw invalid([
    { pointer: "", field: "body", message: "The body is not valid UTF-8. Send JSON in UTF-8." },
  ]);
}
