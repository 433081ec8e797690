import { newId } from "@/lib/store/port/new-id";
import { pause } from "@/prove/harness/figures";
import { type Answer, type Ask, askServer } from "@/tests/server/ask-server";

/** How long a client retries the same request. */
const patienceMs = 60_000;

/** Clients that write and read continuously. Like a careful program they retry refused requests. */
export class Load {
  /** Ids of records whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Responses that no retry could fix, or that no client should get. */
  readonly failed: string[] = [];
  /** Times of successes, by `performance.now()`. */
  readonly writtenAt: number[] = [];
  readonly readAt: number[] = [];
  readonly #port: number;
  readonly #projectId = newId();
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(port: number) {
    this.#port = port;
  }

  /** Starts the clients; `end` waits for the last responses. */
  start(writers: number, readers: number): void {
    const clients = [
      ...Array.from({ length: writers }, () => this.#write()),
      ...Array.from({ length: readers }, () => this.#read()),
    ];
    this.#running = Promise.all(clients);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Returns the number of acknowledged records that no longer exist. */
  async lost(): Promise<number> {
    let there = 0;
    for (let from = 0; from < this.acknowledged.length; from += 100) {
      const query = { _id: this.acknowledged.slice(from, from + 100) };
      const reply = await this.#untilAnswered("POST", "/api/label/count", { body: { query } });
      there += Number(reply?.body["count"] ?? 0);
    }
    return this.acknowledged.length - there;
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const name = newId();
      const data = { _id: name, projectId: this.#projectId, name, color: "#123456" };
      const headers = { "Idempotency-Key": name };
      const reply = await this.#untilAnswered("POST", "/api/label", { body: { data }, headers });
      if (!reply) continue;
      this.writtenAt.push(performance.now());
      this.acknowledged.push(name);
    }
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const body = { query: { projectId: this.#projectId }, limit: 5 };
      const reply = await this.#untilAnswered("POST", "/api/label/get-list", { body });
      if (reply) this.readAt.push(performance.now());
      await pause(10);
    }
  }

  /** Returns the first successful response; undefined after one that no retry can fix. */
  async #untilAnswered(method: string, path: string, ask: Ask): Promise<Answer | undefined> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const reply = await askServer(this.#port, method, path, ask).catch(String);
      if (typeof reply !== "string" && reply.status === 200) return reply;
      const said = typeof reply === "string" ? reply : `${reply.status} ${reply.text}`;
      if (!mayRetry(reply) || performance.now() > deadline) {
        this.failed.push(`${path}: ${said.slice(0, 300)}`);
        return undefined;
      }
      await pause(100);
    }
  }
}

/** A 503 states when to retry; without that it is an error of the server. */
function mayRetry(reply: Answer | string): boolean {
  if (typeof reply === "string") return false;
  return reply.status === 503 && reply.headers["retry-after"] !== undefined;
}

/**
 * Returns the longest time in milliseconds without a success that began after `from`; the last one
 * may still continue.
 */
export function longestGap(times: readonly number[], from: number, until: number): number {
  const marks = [from, ...times.filter((at) => at > from && at < until), until];
  return Math.max(...marks.slice(1).map((at, index) => at - (marks[index] ?? at)));
}
