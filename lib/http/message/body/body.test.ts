import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError, isAppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { JsonValue } from "@/lib/schema/json";
import { readBody } from "./body";

const json = "application/json";

function sent(body: string, headers: ApiRequest["headers"] = { "content-type": json }): ApiRequest {
  return { method: "POST", path: "/api/incident", query: "", headers, body };
}

async function refusal(request: ApiRequest, maxBytes = 1_000_000): Promise<AppError> {
  try {
    await readBody(request, maxBytes);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("the body was taken");
}

/** Returns the text of an object with `count` keys. */
function manyKeys(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;
}

describe("readBody", () => {
  test("takes no body and a blank one as {}", async () => {
    expect(Object.keys(await readBody(sent("", {}), 10))).toEqual([]);
    expect(Object.keys(await readBody(sent(" \r\n\t"), 10))).toEqual([]);
  });

  test.each([
    json,
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json;",
  ])("takes Content-Type %s", async (type) => {
    expect((await readBody(sent('{"a":1}', { "content-type": type }), 100))["a"]).toBe(1);
  });

  test.each([
    [{}],
    [{ "content-type": "text/plain" }],
    [{ "content-type": "application/x-www-form-urlencoded" }],
    [{ "content-type": "application/json; charset=utf-16" }],
    [{ "content-type": "application/jsonp" }],
    [{ "content-type": "application/json, application/json" }],
    [{ "content-type": json, "content-encoding": "gzip" }],
  ])("refuses the headers %j with 415", async (headers) => {
    expect((await refusal(sent("{}", headers))).code).toBe("unsupported_media_type");
  });

  test("takes the identity encoding", async () => {
    const headers = { "content-type": json, "content-encoding": "identity" };
    expect((await readBody(sent('{"a":1}', headers), 100))["a"]).toBe(1);
  });

  test("counts bytes, not characters", async () => {
    const body = JSON.stringify({ a: "é".repeat(10) });
    const bytes = Buffer.byteLength(body);
    expect((await readBody(sent(body), bytes))["a"]).toBe("é".repeat(10));
    expect((await refusal(sent(body), bytes - 1)).code).toBe("payload_too_large");
  });

  test("says where JSON is malformed", async () => {
    const refused = await refusal(sent('{"data": {\n  "title": "x",\n}}'));
    expect(refused.detail).toBe("The body is not valid JSON: see line 3, column 1.");
    expect(refused.details.faults).toEqual([
      { pointer: "", field: "body", message: refused.detail },
    ]);
  });

  test.each(["[]", "null", '"text"', "1", "true"])(
    "refuses %s, which is no object",
    async (body) => {
      expect((await refusal(sent(body))).detail).toContain("must be a JSON object");
    },
  );

  test("refuses nesting deeper than 32", async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
    expect(await readBody(sent(nested(32)), 1_000)).toHaveProperty("a");
    expect((await refusal(sent(nested(33)))).detail).toContain("deeper than 32");
    expect((await refusal(sent(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`))).code).toBe(
      "validation",
    );
  });

  test("refuses an object with more than 1,000 keys", async () => {
    const wide = (keys: number) =>
      JSON.stringify({ data: Object.fromEntries(Array.from({ length: keys }, (_, i) => [i, 1])) });
    expect(await readBody(sent(wide(1_000)), 100_000)).toHaveProperty("data");
    expect((await refusal(sent(wide(1_001)))).detail).toContain("more than 1,000 keys");
  });

  test("takes 20,000 keys in all, and refuses one more before it parses", async () => {
    const items = (keys: number) => {
      const objects = Array.from({ length: Math.floor(keys / 500) }, () => manyKeys(500));
      return `{"items":[${[...objects, manyKeys(keys % 500)].join()}]}`;
    };
    expect(await readBody(sent(items(19_999)), 1_000_000)).toHaveProperty("items");
    expect((await refusal(sent(items(20_000)))).detail).toBe(
      "The body has more than 20,000 keys. Send it in several requests.",
    );
  });

  test("counts neither colons nor brackets inside strings, however they are escaped", async () => {
    const texts = [
      ":".repeat(30_000),
      '\\"{[:,'.repeat(10_000),
      "\\\\".repeat(10_000),
      "[{".repeat(40),
    ];
    const body = { data: Object.fromEntries(texts.map((text, index) => [`"${index}\\`, text])) };
    expect(await readBody(sent(JSON.stringify(body)), 1_000_000)).toEqual(body);
  });

  test.each([
    ["elements", `{"a":[${"1,".repeat(200_001)}1]}`, "more than 200,000 elements"],
    ["arrays", `{"a":[${"[],".repeat(200_001)}1]}`, "more than 200,000 elements"],
    ["open brackets", `{"a":${"[".repeat(2_000_000)}`, "deeper than 32"],
    ["keys", `{${manyKeys(400_000).slice(1)}`, "more than 20,000 keys"],
  ])("refuses millions of %s sooner than a parser would", async (_, text, why) => {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 5; time += 1) {
      const began = performance.now();
      expect((await refusal(sent(text), 10_000_000)).detail).toContain(why);
      least = Math.min(least, performance.now() - began);
    }
    expect(least).toBeLessThan(50);
  });

  test("refuses numbers that would become something else", async () => {
    expect((await refusal(sent('{"a":[1e999]}'))).detail).toContain("number too large");
  });

  test("keeps dangerous keys as data, and inherits nothing", async () => {
    const text = '{"data":{"__proto__":{"admin":true},"constructor":1,"prototype":2}}';
    const body = await readBody(sent(text), 1_000);
    expect(JSON.stringify(body)).toBe(text);
    expect(body["toString"]).toBeUndefined();
    const { data } = body as { data: Record<string, JsonValue> };
    expect(Object.getPrototypeOf(data)).toBeNull();
    expect(data["admin"]).toBeUndefined();
    expect(Object.keys(data)).toEqual(["__proto__", "constructor", "prototype"]);
  });

  test("gives back any object as it was sent", async () => {
    const keys = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "_type"));
    const values = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false),
        fc.string({ unit: "grapheme" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
        fc.array(tie("value")),
        fc.dictionary(keys, tie("value"), { noNullPrototype: false }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, values), async (object) => {
        const text = JSON.stringify(object);
        expect(JSON.stringify(await readBody(sent(text), 10_000_000))).toBe(text);
      }),
    );
  });

  test("throws nothing but errors with a code, whatever is sent", async () => {
    const units = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));
    const texts = fc.oneof(units, fc.json(), fc.constant('{"a":'));
    await fc.assert(
      fc.asyncProperty(texts, fc.string(), fc.nat(100), async (body, type, maxBytes) => {
        for (const contentType of [json, type]) {
          try {
            await readBody(sent(body, { "content-type": contentType }), maxBytes);
          } catch (error) {
            expect(isAppError(error)).toBe(true);
          }
        }
      }),
    );
  });
});
