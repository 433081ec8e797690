import { setImmediate as nextTurn } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { withEndCallback } from "@/lib/store/concurrency/end-callback";
import { compressedReply } from "./compressed-reply";
import type { ApiResponse } from "./request-response";

const request = { method: "GET", headers: { "accept-encoding": "gzip" } };
const json = { "Content-Type": "application/json; charset=utf-8" };

interface Streamed {
  readonly reply: ApiResponse;
  /** The number of pieces that were read. */
  readonly read: () => number;
  readonly isEnded: () => boolean;
}

/** Returns a reply of pieces; `fails` throws in place of the last. */
function streamed(pieces: number, piece: string, fails = false): Streamed {
  let read = 0;
  let isEnded = false;
  async function* written() {
    for (; read < pieces; read += 1) {
      if (fails && read === pieces - 1) throw new Error("The database is away.");
      yield piece;
    }
  }
  const stream = withEndCallback(written(), () => {
    isEnded = true;
  });
  const reply = { status: 200, headers: json, body: "", stream };
  return { reply, read: () => read, isEnded: () => isEnded };
}

async function bytesOf({ stream, body }: ApiResponse): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream ?? [body]) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

test("a stream is compressed while it is written, and ends its source", async () => {
  const { reply, isEnded } = streamed(100, "tocsin ".repeat(1_000));
  const packed = await compressedReply(request, reply);
  expect(packed.headers["Content-Encoding"]).toBe("gzip");
  const bytes = await bytesOf(packed);
  expect(gunzipSync(bytes).toString()).toBe("tocsin ".repeat(100_000));
  expect(isEnded()).toBe(true);
});

test("a reader that stops is followed by the source, which was read only a little ahead", async () => {
  const noise = Array.from({ length: 65_536 }, () => Math.random().toString(36).at(3)).join("");
  const { reply, read, isEnded } = streamed(1_000, noise);
  const { stream } = await compressedReply(request, reply);
  if (!stream) throw new Error("The reply is not streamed.");
  for await (const _ of stream) break;
  while (!isEnded()) await nextTurn();
  expect(read()).toBeLessThan(50);
});

test("a reader that leaves before the first piece ends the source", async () => {
  const { reply, isEnded } = streamed(1_000, "x".repeat(1_000));
  const { stream } = await compressedReply(request, reply);
  await stream?.[Symbol.asyncIterator]().return?.();
  while (!isEnded()) await nextTurn();
  expect(isEnded()).toBe(true);
});

test("a source that fails at the beginning is an error, later it breaks the stream", async () => {
  await expect(compressedReply(request, streamed(1, "", true).reply)).rejects.toThrow("away");
  const { reply, isEnded } = streamed(50, "x".repeat(10_000), true);
  await expect(compressedReply(request, reply).then(bytesOf)).rejects.toThrow("away");
  expect(isEnded()).toBe(true);
});

test("a short stream is sent as it is, with all of its pieces", async () => {
  const { reply, isEnded } = streamed(3, "tocsin");
  const same = await compressedReply(request, reply);
  expect(same.headers).toEqual(json);
  expect(String(await bytesOf(same))).toBe("tocsintocsintocsin");
  expect(isEnded()).toBe(true);
});

test("more streams at once than the limit are valid too, and larger", async () => {
  const many = await Promise.all(
    Array.from({ length: 40 }, () =>
      compressedReply(request, streamed(20, "x".repeat(10_000)).reply),
    ),
  );
  const sizes = new Set<number>();
  const all = many.map(async (reply) => {
    const bytes = await bytesOf(reply);
    sizes.add(bytes.length);
    return gunzipSync(bytes).toString();
  });
  expect(new Set(await Promise.all(all))).toEqual(new Set(["x".repeat(200_000)]));
  expect(Math.max(...sizes)).toBeGreaterThan(200_000);
  expect(Math.min(...sizes)).toBeLessThan(2_000);
});

test("whole replies beyond the limit at once are sent as they are", async () => {
  const body = "x".repeat(100_000);
  const reply = { status: 200, headers: json, body };
  const all = await Promise.all(Array.from({ length: 50 }, () => compressedReply(request, reply)));
  const codings = all.map(({ headers }) => headers["Content-Encoding"]);
  expect(codings.filter((one) => one === "gzip")).toHaveLength(32);
  for (const one of all) expect(one.headers["Vary"]).toBe("Accept-Encoding");
  expect((await compressedReply(request, reply)).headers["Content-Encoding"]).toBe("gzip");
});

test.each([
  ["text/event-stream"],
  ["image/png"],
  ["application/zip"],
  ["application/octet-stream"],
  ["application/problem+json; charset=utf-8"],
])("content of the type %s is never compressed", async (type) => {
  const { reply } = streamed(10, "x".repeat(10_000));
  const headers = { "Content-Type": type };
  const same = await compressedReply(request, { ...reply, headers });
  expect(same.headers).toEqual(headers);
  expect(same.stream).toBe(reply.stream);
  const body = "x".repeat(10_000);
  expect(await compressedReply(request, { status: 200, headers, body })).toEqual({
    ...{ status: 200, headers, body },
  });
});

test("content with a coding of its own is left as it is", async () => {
  const headers = { ...json, "Content-Encoding": "br" };
  const reply = { ...streamed(10, "x".repeat(10_000)).reply, headers };
  expect(await compressedReply(request, reply)).toBe(reply);
});

test.each([
  ["x".repeat(8_000), false],
  ["x".repeat(8_001), true],
  ["ü".repeat(4_000), false],
  ["ü".repeat(4_001), true],
])("the limit is 8,000 bytes: %#", async (body, isCompressed) => {
  const { headers } = await compressedReply(request, { status: 200, headers: json, body });
  expect(headers["Content-Encoding"] === "gzip").toBe(isCompressed);
});
