import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressible } from "./compressed";
import type { ApiRequest } from "./request-response";

test("the same text comes out of every coding, and says that it depends on what is accepted", async () => {
  const text = "tocsin ".repeat(500);
  const reply = compressible(() => text, { "Content-Type": "text/plain" });
  const tags = new Set<string | undefined>();
  for (const [accepted, undo] of [
    [undefined, (bytes: Buffer) => bytes],
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const { headers, stream, bytes: whole } = await reply(asking(accepted));
    const parts: Uint8Array[] = [];
    for await (const part of stream ?? [whole ?? ""]) parts.push(Buffer.from(part));
    const bytes = Buffer.concat(parts);
    expect(headers["Content-Encoding"]).toBe(accepted);
    expect(headers).toMatchObject({
      "Content-Length": String(bytes.length),
      Vary: "Accept-Encoding",
    });
    expect(String(undo(bytes))).toBe(text);
    tags.add(headers["ETag"]);
  }
  expect(tags.size).toBe(3);
});

test("a reader that has the text already is answered 304, in the coding it has", async () => {
  const reply = compressible(() => "tocsin", { "Content-Type": "text/plain" });
  for (const accepted of [undefined, "br", "gzip"]) {
    const { headers } = await reply(asking(accepted));
    const { ETag: etag = "" } = headers;
    const again = await reply(asking(accepted, { "if-none-match": `"other", W/${etag}` }));
    expect(again).toEqual({
      ...{ status: 304, body: "" },
      headers: { ETag: etag, Vary: "Accept-Encoding" },
    });
    expect((await reply(asking(accepted, { "if-none-match": '"other"' }))).status).toBe(200);
  }
});

test("all readers are sent the same memory, in pieces", async () => {
  let made = 0;
  const text = () => {
    made += 1;
    return "ü".repeat(500_000);
  };
  const reply = compressible(text, {});
  const memories = new Set<unknown>();
  for (let reader = 0; reader < 3; reader += 1) {
    let pieces = 0;
    for await (const piece of (await reply(asking(undefined))).stream ?? []) {
      if (typeof piece === "string") throw new Error("A text is encoded for each reader.");
      memories.add(piece.buffer);
      pieces += 1;
    }
    expect(pieces).toBe(16);
  }
  expect([made, memories.size]).toEqual([1, 1]);
});

function asking(accepted: string | undefined, more: ApiRequest["headers"] = {}): ApiRequest {
  const headers = { ...more, "accept-encoding": accepted };
  return { method: "GET", path: "/api/openapi.json", query: "", headers, body: "" };
}

test("a failed compression is tried again", async () => {
  const texts: unknown[] = [5, "tocsin"];
  const reply = compressible(() => texts.shift() as string, {});
  await expect(reply(asking("gzip"))).rejects.toThrow();
  expect((await reply(asking("gzip"))).headers["Content-Encoding"]).toBe("gzip");
});
