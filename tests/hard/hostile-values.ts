import type { JsonValue } from "@/lib/schema/json";

/** Marks JSON that `JSON.stringify` cannot produce. `written` inserts the marked text unchanged. */
export const raw = (json: string) => `§${json}§`;

/** Texts that are hard to store, to compare or to serialize. */
export const texts: readonly string[] = [
  ...["", " ", "a", "\0", "a\0b", "\ud800", "x\udc00", "💥", "İ", "ß", "\u202e", "%", "_", "*"],
  ...["'; drop table incident; --", '" or 1=1 --', "1) union all select * from api_key --", "a'b"],
  ...["__proto__", "constructor", "toString", "t1.password", "createdAt; --", "_id", "keyHash"],
  ...["0000-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999Z", "10000-01-01"],
  ...["2026-02-30", "2026-01-01T24:00:00Z", "-000001-01-01", "2026-W01", "1767225600000", "now"],
  ...["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"],
  ...["#fff", "#GGGGGG", "http://", "javascript:alert(1)", "a@b", "http://[::1", "true", "null"],
  ...["x".repeat(256), "y".repeat(5_001), "é".repeat(70_000)],
  ...[raw("-0"), raw("1e308"), raw("1e309"), raw("-1e400"), raw("5e-324"), raw("9".repeat(400))],
  ...[raw("9007199254740993"), raw('{"a":1,"a":2}'), raw('{"__proto__":{"x":1}}'), raw("[1,]")],
  ...[raw("[".repeat(40) + "]".repeat(40)), raw(`${'{"a":'.repeat(31)}1${"}".repeat(31)}`)],
];

/** Values that are easily mistaken for others. */
export const values: readonly JsonValue[] = [
  ...texts,
  ...[null, true, false, 0, 1, -1, 0.1, 32_768, -32_769, 1e21, 2 ** 53, 2 ** 63],
  ...[[], [null], [[]], ["a", 1, null, {}], [[["a"]]], {}, { a: {} }, { _id: 1 }, { id: [] }],
  ...[{ _type: 1 }, { _type: "ObjectID" }, { _type: "ObjectID", value: {} }, { _type: "x" }],
  ...[{ value: 1 }, { _type: "DateTime", value: [] }, { "": "" }, { "a.b": 1 }, { length: 9 }],
  Array.from({ length: 501 }, (_, index) => index),
  Array.from({ length: 600 }, () => "00000000-0000-0000-0000-000000000000"),
  Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1])),
];

/** Names that are no fields, or not to be selected. */
export const names: readonly string[] = [
  ...["__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "a.b", "t1.password"],
  ...['"x"; drop', "", "_and", "_or", "_not", "_type", "version", "keyHash", "password", "💥"],
  ...["titleLower", "rowid", "*", "_id", "projectId", "project", "\0", "\ud800"],
];

/** Returns JSON text with marked texts unchanged. */
export function written(body: JsonValue): string {
  return JSON.stringify(body).replace(/"§(.*?)§"/g, (_, text: string) => JSON.parse(`"${text}"`));
}
