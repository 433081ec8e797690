import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "@/lib/observability/log";
import { sendReply } from "@/lib/server/process/send-reply";
import { sendStream } from "@/lib/server/process/send-stream";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Returns the number of chunks that a client receives when it pauses after each; all of them unless
 * it is cut off.
 */
async function piecesRead(pieceBytes: number, pauseMs: number, pieces: number): Promise<number> {
  async function* stream() {
    for (let made = 0; made < pieces; made += 1) {
      // Time that the server needs for a chunk does not count against the reader.
      await vi.advanceTimersByTimeAsync(40_000);
      yield "x".repeat(pieceBytes);
    }
  }
  const client = new PausingClient(pauseMs);
  await sendStream(stream(), client);
  return client.read;
}

/** A response whose client pauses after each chunk. */
class PausingClient extends EventEmitter {
  readonly #pauseMs: number;
  destroyed = false;
  read = 0;
  readonly req = { socket: Object.assign(new EventEmitter(), { destroyed: false }) };

  constructor(pauseMs: number) {
    super();
    this.#pauseMs = pauseMs;
  }

  write(): boolean {
    void vi.advanceTimersByTimeAsync(this.#pauseMs).then(() => {
      if (this.destroyed) return;
      this.read += 1;
      this.emit("drain");
    });
    return false;
  }

  end(): this {
    return this;
  }

  destroy(): this {
    this.destroyed = true;
    this.emit("close");
    return this;
  }
}

test("a client that reads a little before each limit is cut off below a kilobyte a second", async () => {
  expect(await piecesRead(1, 29_000, 100)).toBe(1);
  expect(await piecesRead(14_500, 29_000, 100)).toBe(1);
  expect(await piecesRead(9_000, 10_000, 100)).toBeLessThan(25);
});

test("a client that reads a kilobyte a second gets its reply to the end", async () => {
  expect(await piecesRead(29_000, 29_000, 100)).toBe(100);
  expect(await piecesRead(1_000, 1_000, 1_000)).toBe(1_000);
  expect(await piecesRead(1, 0, 1_000)).toBe(1_000);
});

test("the credit of a fast start is at most 30 seconds", async () => {
  expect(await piecesRead(10_000_000, 29_999, 3)).toBe(3);
  expect(await piecesRead(10_000_000, 30_001, 3)).toBe(0);
});

test("a client that reads nothing loses its connection, and the response releases its memory", async () => {
  let hasEnded = false;
  async function* stream() {
    try {
      for (;;) yield "x".repeat(100_000);
    } finally {
      hasEnded = true;
    }
  }
  const sender = { log: createLog("silent"), isClosing: () => false };
  const server = createServer((_, response) => {
    void sendReply(sender, response, { status: 200, headers: {}, body: "", stream: stream() });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined).pause();
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  // The sockets need real time to fill; the limit does not.
  for (let turn = 0; turn < 2_000; turn += 1) await nextTurn();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  while (!hasEnded) await nextTurn();
  client.destroy();
  server.close();
});
