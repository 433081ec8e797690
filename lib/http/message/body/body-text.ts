import { isUtf8 } from "node:buffer";
import { invalid } from "@/lib/errors";
import type { Steps } from "./cooperative-steps";

/** Bytes decoded per step. Text beyond ASCII takes some milliseconds. */
const bytesAStep = 262_144;

/**
 * Decodes the bytes of a body as text. Throws a 400 for invalid UTF-8, unless a `Content-Encoding`
 * declares another form, which is refused later because of that header.
 */
export function* bodyText(bytes: Uint8Array, encoding: string | undefined): Steps<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding !== undefined) return buffer.toString("latin1");
  if (isUtf8(buffer)) return yield* decoded(buffer);
  throw invalid([
    { pointer: "", field: "body", message: "The body is not valid UTF-8. Send JSON in UTF-8." },
  ]);
}

function* decoded(buffer: Buffer): Steps<string> {
  if (buffer.length <= bytesAStep) return buffer.toString("utf8");
  const parts: string[] = [];
  for (let from = 0; from < buffer.length; ) {
    const to = startOfCharacter(buffer, Math.min(buffer.length, from + bytesAStep));
    parts.push(buffer.toString("utf8", from, to));
    from = to;
    yield false;
  }
  return parts.join("");
}

/** Returns the start of the character that contains an offset. */
function startOfCharacter(buffer: Buffer, place: number): number {
  let start = place;
  while (start < buffer.length && ((buffer[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
