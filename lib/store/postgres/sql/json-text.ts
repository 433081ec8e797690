import type { JsonValue } from "@/lib/schema/json";

/**
 * Serializes JSON for PostgreSQL, which cannot parse escapes of NUL or of half a surrogate pair.
 * These are stored as U+001A and their code, and U+001A itself as U+001A and 1, which no other text
 * resembles.
 */
export function toJsonText(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.includes("\\u") ? text.replace(escapes, encoded) : text;
}

/** Parses such a text. */
export function fromJsonText(stored: unknown): JsonValue {
  const text = String(stored);
  return JSON.parse(text.includes("\\u001a") ? text.replace(marked, decoded) : text);
}

/**
 * Returns a key of a query as stored in such a text, without quotes. Queries hold no NUL and no
 * half pairs.
 */
export function toJsonKey(key: string): string {
  return key.replaceAll("\u001a", "\u001a1");
}

const escapes = /\\(?:u([0-9a-f]{4})|.)/g;
const marked = /\\u001a(0|1|d[0-9a-f]{3})|\\./g;

function encoded(sign: string, code: string | undefined): string {
  if (code === "0000") return "\\u001a0";
  if (code === "001a") return "\\u001a1";
  return code?.startsWith("d") ? `\\u001a${code}` : sign;
}

function decoded(sign: string, what: string | undefined): string {
  if (what === undefined) return sign;
  if (what === "0") return "\\u0000";
  return what === "1" ? "\\u001a" : `\\u${what}`;
}
