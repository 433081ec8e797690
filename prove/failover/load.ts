import { newId } from "@/lib/store/port/new-id";
import { pause } from "@/prove/harness/figures";
import { type Answer, type Ask, askServer } from "@/tests/hard/ask-server";

/** How long a client goes on trying the same request. */
const patienceMs = 60_000;

/** Clients that write and read without end, as a careful program does: a refused request is sent again. */
export class Load {
  /** Ids of records whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** What no retry could mend, and answers nobody should get. */
  readonly failed: string[] = [];
  /** When something succeeded, by `performance.now()`. */
  readonly writtenAt: number[] = [];
  readonly readAt: number[] = [];
  readonly #port: number;
  readonly #projectId = newId();
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(port: number) {
    this.#port = port;
  }

  /** Begins; `end` waits for the last answers. */
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

  /** How many of the acknowledged records are there no more. */
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

  /** The first answer that is a success; undefined after what no retry can mend. */
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

/** A 503 says when to come again; one without is a fault of the server. */
function mayRetry(reply: Answer | string): boolean {
  if (typeof reply === "string") return false;
  return reply.status === 503 && reply.headers["retry-after"] !== undefined;
}

/** The longest time without a success that began after `from`, in milliseconds; the last one may still last. */
export function longestGap(times: readonly number[], from: number, until: number): number {
  const marks = [from, ...times.filter((at) => at > from && at < until), until];
  return Math.max(...marks.slice(1).map((at, index) => at - (marks[index] ?? at)));
}
