import { AppError, invalid } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";
import { largeBody } from "@/lib/http/routing/body-limits";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { jsonFaultPosition } from "@/lib/schema/json-position";
import { atOnce, oneAtATime, type Steps } from "./cooperative-steps";
import { excessIn } from "./json-scan";
import { stripPrototypes } from "./strip-prototypes";

/**
 * Returns the body as an object; `{}` without a body. Objects have no prototype, so every key is
 * data and a lookup finds only sent keys. Large bodies are parsed one at a time, while other
 * requests continue. Throws 413 beyond `maxBytes`, 415 for anything but plain JSON, 400 for
 * malformed JSON, for a non-object, and for a body that exceeds the limits of `parseJson`.
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

/** Returns a 413 that names the limit. Adapters use it too, because they count while they read. */
export function tooLarge(maxBytes: number): AppError {
  const detail = `The body is larger than ${maxBytes.toLocaleString("en")} bytes. Send less at once.`;
  return new AppError("payload_too_large", detail);
}

/**
 * Parses a client's JSON into values without prototypes. Throws a 400, whose message begins with
 * `what`, for malformed text, nesting deeper than 32, an object with more than 1,000 keys, more
 * than 20,000 keys or 200,000 array elements in all, or a number that a double cannot hold.
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

/** Finding the position of a fault takes longer than parsing, so longer texts get none. */
const longestExplained = 500_000;

function placeOfFault(text: string): string {
  if (text.length > longestExplained) return "";
  const { line, column } = jsonFaultPosition(text) ?? { line: 1, column: 1 };
  return `: see line ${line}, column ${column}`;
}

const emptyBody: JsonObject = Object.freeze(Object.create(null));

/** A UTF-16 unit takes at most three bytes of UTF-8, so most bodies need no exact count. */
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
