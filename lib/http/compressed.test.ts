import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { codingFor, compressible } from "./compressed";
import type { ApiRequest } from "./exchange";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["BR;q=1.0", "br"],
  ["*", "br"],
  ["*;q=0", undefined],
])("what accepts %j is answered in %j", (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});

test("the same text comes out of every coding, and says that it depends on what is accepted", async () => {
  const text = "tocsin ".repeat(500);
  const reply = compressible(() => text, { "Content-Type": "text/plain" });
  const plain = await reply(asking(undefined));
  expect(plain).toMatchObject({ body: text, headers: { Vary: "Accept-Encoding" } });
  for (const [accepted, undo] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const { headers, stream } = await reply(asking(accepted));
    const parts: Uint8Array[] = [];
    for await (const part of stream ?? []) parts.push(Buffer.from(part));
    const bytes = Buffer.concat(parts);
    expect(headers).toMatchObject({
      "Content-Encoding": accepted,
      "Content-Length": String(bytes.length),
    });
    expect(String(undo(bytes))).toBe(text);
  }
});

function asking(accepted: string | undefined): ApiRequest {
  const headers = { "accept-encoding": accepted };
  return { method: "GET", path: "/api/openapi.json", query: "", headers, body: "" };
}

test("what could not be compressed is tried again", async () => {
  const texts: unknown[] = [5, "tocsin"];
  const reply = compressible(() => texts.shift() as string, {});
  await expect(reply(asking("gzip"))).rejects.toThrow();
  expect((await reply(asking("gzip"))).headers["Content-Encoding"]).toBe("gzip");
});
