import { connect } from "node:net";
import fc from "fast-check";
import { pickOne } from "@/tests/hard/pick-one";

type Pick = fc.GeneratorValue;

/** Returns a valid request as bytes, before any mutation. */
function rightRequest(pick: Pick, key: string): string {
  const path = pickOne(pick, ["/api/incident/get-list", "/api/label", "/healthz", "/api/x"]);
  const method = pickOne(pick, ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]);
  const body = pickOne(pick, ["", "{}", '{"query":{}}', '{"data":{"name":"x"}}']);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    "Host: h",
    `ApiKey: ${key}`,
    ...(body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]),
    ...(pick(fc.boolean) ? ["Connection: close"] : []),
  ];
  return `${headers.join("\r\n")}\r\n\r\n${body}`;
}

/** Mutations of bytes at a position. */
const spoilers: readonly ((bytes: Buffer, at: number, by: string) => Buffer)[] = [
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, by) => Buffer.concat([bytes.subarray(0, at), Buffer.from(by), bytes.subarray(at)]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
  (bytes, at) => Buffer.concat([bytes, bytes.subarray(at)]),
  (bytes, at) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 0x80;
    return copy;
  },
];

const intruders = [
  ...["\0", "\r", "\n", "\r\n", "\r\n\r\n", " ", "\t", ":", "%", "%zz", "\\", "\u00ff", "💥"],
  ...["Content-Length: 5\r\n", "Content-Length: -1\r\n", "Transfer-Encoding: chunked\r\n"],
  ...["Transfer-Encoding: gzip, chunked\r\n", "Expect: 100-continue\r\n", "Upgrade: websocket\r\n"],
  ...[
    "HTTP/1.1",
    "HTTP/9.9",
    "a".repeat(9_000),
    "A: b\r\n".repeat(300),
    "ffffffff\r\n",
    "0\r\n\r\n",
  ],
];

/** Returns a request as bytes with up to four mutations. */
export function malformed(pick: Pick, key: string): Buffer {
  let bytes = Buffer.from(rightRequest(pick, key));
  for (let left = pick(fc.nat, { max: 4 }); left > 0; left -= 1) {
    const at = pick(fc.nat, { max: Math.max(0, bytes.length - 1) });
    bytes = Buffer.from(pickOne(pick, spoilers)(bytes, at, pickOne(pick, intruders)));
  }
  return bytes;
}

/** The bytes received in return. */
export interface Exchanged {
  readonly text: string;
  /** Whether the server ended the connection; otherwise the client gave up. */
  readonly isEnded: boolean;
}

/**
 * Sends bytes, half-closes, and returns all bytes received until the server ended too, or
 * `longestMs` passed.
 */
export function exchanged(port: number, bytes: Buffer, longestMs = 20_000): Promise<Exchanged> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    let text = "";
    let isEnded = true;
    const deadline = setTimeout(() => {
      isEnded = false;
      socket.destroy();
    }, longestMs);
    socket.setEncoding("latin1").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(deadline);
      resolve({ text, isEnded });
    });
  });
}
