import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { withEndCallback } from "@/lib/store/concurrency/end-callback";
import { beginningOf } from "./beginning";
import { codingFor } from "./coding";
import { piecesOf } from "./compressed";
import type { ApiRequest, ApiResponse } from "./request-response";

/** Shorter replies are sent as they are, because they fit into a few packets. */
const mostUncompressed = 8_000;
/** Limit on the replies that are compressed at the same time. Each needs 256 kB beside its text. */
const mostAtOnce = 32;

type Pieces = NonNullable<ApiResponse["stream"]>;

/** Returns true for a reply that `compressedReply` changes, for a client that accepts gzip. */
export function isCompressible({ status, headers, stream, body }: ApiResponse): boolean {
  if (status === 304) return true;
  if (headers["Content-Encoding"] !== undefined) return false;
  return isText.test(headers["Content-Type"] ?? "") && (stream !== undefined || isLong(body));
}

/**
 * Returns the reply compressed by gzip if it is text above 8 kB and the client accepts that. Threads
 * of zlib do the work. The `ETag` becomes weak, because the bytes differ (RFC 9110, section 8.8.3).
 * Only for replies to API keys: a page of another site can send requests with the cookie of a user
 * and learn parts of a reply from its compressed length.
 */
export async function compressedReply(
  request: Pick<ApiRequest, "method" | "headers">,
  reply: ApiResponse,
): Promise<ApiResponse> {
  if (!isCompressible(reply)) return reply;
  if (reply.status === 304) return varied(reply);
  const coding = codingFor(request.headers["accept-encoding"], ["gzip"]);
  const isHead = request.method === "HEAD";
  if (reply.stream) {
    return coding && !isHead ? compressedStream(reply, reply.stream) : varied(reply);
  }
  if (!coding || wholeAtOnce >= mostAtOnce) return varied(reply);
  return isHead ? coded(reply) : compressedWhole(reply);
}

/** Text that the API makes, and files of text. Never a stream of events, which would be delayed. */
const isText = /^(?:application\/(?:json|x-ndjson)|text\/(?:csv|plain))\s*(?:;|$)/;

function isLong(body: string): boolean {
  // Three bytes is the most that a UTF-16 unit takes, so most bodies need no exact count.
  return body.length * 3 > mostUncompressed && Buffer.byteLength(body) > mostUncompressed;
}

let wholeAtOnce = 0;

async function compressedWhole(reply: ApiResponse): Promise<ApiResponse> {
  wholeAtOnce += 1;
  try {
    const bytes = await promisify(gzip)(reply.body, quick);
    const { status, headers } = coded(reply);
    const length = String(bytes.length);
    const all = Object.assign({}, headers, { "Content-Length": length });
    return { status, headers: all, body: "", stream: piecesOf(bytes) };
  } finally {
    wholeAtOnce -= 1;
  }
}

/** A stream says its length only at its end, so its beginning is read first. */
async function compressedStream(reply: ApiResponse, stream: Pieces): Promise<ApiResponse> {
  const { isWhole, pieces, leave } = await beginningOf(stream, mostUncompressed);
  if (isWhole) return { ...reply, stream: pieces };
  return { ...coded(reply), stream: withEndCallback(gzipped(pieces), leave) };
}

let streamsAtOnce = 0;

async function* gzipped(pieces: Pieces): AsyncGenerator<Uint8Array> {
  // The headers have announced the coding. Beyond the limit, blocks without compression follow.
  const encoder = createGzip(streamsAtOnce < mostAtOnce ? quick : stored);
  streamsAtOnce += 1;
  try {
    const source = Readable.from(pieces, { objectMode: false });
    // An error of the source ends the encoder, which throws it here.
    pipeline(source, encoder).catch(() => undefined);
    yield* encoder;
  } finally {
    streamsAtOnce -= 1;
  }
}

/** Takes half the time of the default level, for 5% more bytes. */
const quick = { level: 4 };
/** Needs a few kilobytes. */
const stored = { level: 0, windowBits: 9, memLevel: 1 };

/** Returns the reply with the headers of its compressed form. */
function coded(reply: ApiResponse): ApiResponse {
  // The compressed form has another length.
  const { "Content-Length": _, ...headers } = reply.headers;
  const { ETag: etag } = headers;
  const weak = etag === undefined ? {} : { ETag: `W/${etag}` };
  const all = Object.assign({}, headers, weak, { "Content-Encoding": "gzip" });
  return varied({ ...reply, headers: all });
}

function varied(reply: ApiResponse): ApiResponse {
  return { ...reply, headers: Object.assign({}, reply.headers, { Vary: "Accept-Encoding" }) };
}
