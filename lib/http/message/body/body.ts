import { AppError, invalid } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/exchange";
import { largeBody } from "@/lib/http/routing/body-limits";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { jsonFaultPosition } from "@/lib/schema/json-position";
import { excessIn } from "./json-scan";
import { atOnce, oneAtATime, type Steps } from "./steps";
import { stripPrototypes } from "./strip-prototypes";

/**
 * The body as an object; `{}` when there is none. No object in it has a prototype, so every key is data and
 * a look-up finds only what was sent. Large bodies are read one at a time, while other requests go on. Throws 413 beyond
 * `maxBytes`, 415 for what is not plain JSON, 400 for malformed JSON, for anything but an object, and for one too deep,
 * too wide or of too many parts.
 */
export async function readBody(request: ApiRequest, maxBytes: number): Promise<JsonObject> {
  const steps = () => reading(request, maxBytes);
  if (request.body.length <= largeBody) return atOnce(steps());
  return oneAtATime(steps, request.requireClient);
}

function* reading({ body, headers }: ApiRequest, maxBytes: number): Steps<JsonObject> {
  if (body === "") return emptyBody;
  if (isLonger(body, maxBytes)) throw tooLarge(maxBytes);
  requirePlainJson(headers["content-type"], headers["content-encoding"]);
  if (isBlank(body)) return emptyBody;
  const value = yield* parsing(body, "", "The body");
  if (isJsonObject(value)) return value;
  throw fault("", 'The body must be a JSON object, such as {"select": {"name": true}}.');
}

/** A 413 that names the limit; for the adapters too, which count while they read. */
export function tooLarge(maxBytes: number): AppError {
  const detail = `The body is larger than ${maxBytes.toLocaleString("en")} bytes. Send less at once.`;
  return new AppError("payload_too_large", detail);
}

/**
 * Reads JSON that a client sent into values without prototypes. `what` begins the message of the 400 that is
 * thrown for text that is malformed, nested deeper than 32, has an object with more than 1,000 keys, more than 20,000
 * keys or 200,000 elements of arrays in all, or a number beyond what a double holds.
 */
export function parseJson(text: string, pointer: string, what: string): JsonValue {
  return atOnce(parsing(text, pointer, what));
}

function* parsing(text: string, pointer: string, what: string): Steps<JsonValue> {
  const tooMuch = yield* excessIn(text);
  if (tooMuch !== undefined) throw fault(pointer, `${what} ${tooMuch}.`);
  yield true;
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault(pointer, `${what} is not valid JSON${placeOfFault(text)}.`);
  }
  yield true;
  const excess = yield* stripPrototypes(value);
  if (excess !== undefined) throw fault(pointer, `${what} ${excess}.`);
  return value;
}

/** Looking for the place takes longer than the parser does, so it is said of texts that a person may have written. */
const longestExplained = 500_000;

function placeOfFault(text: string): string {
  if (text.length > longestExplained) return "";
  const { line, column } = jsonFaultPosition(text) ?? { line: 1, column: 1 };
  return `: see line ${line}, column ${column}`;
}

const emptyBody: JsonObject = Object.freeze(Object.create(null));

/** UTF-8 takes at most three bytes for a UTF-16 unit, so most bodies need no counting. */
function isLonger(body: string, maxBytes: number): boolean {
  return body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes;
}

function isBlank(body: string): boolean {
  return /^[ \t\n\r]*$/.test(body);
}

function requirePlainJson(type = "", encoding = "identity"): void {
  if (encoding.trim().toLowerCase() !== "identity") {
    const detail = "The body is compressed. Send it as it is, without Content-Encoding.";
    throw new AppError("unsupported_media_type", detail);
  }
  if (type === "application/json" || jsonType.test(type)) return;
  const detail = 'A body needs the header "Content-Type: application/json" and UTF-8.';
  throw new AppError("unsupported_media_type", detail);
}

const jsonType = /^\s*application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-?8"?\s*)?)?$/i;

function fault(pointer: string, message: string): AppError {
  return invalid([{ pointer, field: pointer === "" ? "body" : pointer.slice(1), message }]);
}
