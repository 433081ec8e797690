import { connect, type Socket } from "node:net";

/**
 * The result of one request: the status, 0 if the connection broke, and whether it has a
 * Retry-After.
 */
export type OnAnswer = (status: number, hasRetryAfter: boolean) => void;

/**
 * One keep-alive connection that carries one request at a time and parses only the needed parts of
 * a response.
 */
export class Line {
  readonly #port: number;
  #socket: Socket | undefined;
  #onAnswer: OnAnswer | undefined;
  #pending: Buffer | undefined;
  #status = 0;
  #hasRetryAfter = false;
  #missing = 0;

  constructor(port: number) {
    this.#port = port;
  }

  send(bytes: Buffer, onAnswer: OnAnswer): void {
    this.#onAnswer = onAnswer;
    this.#socket ??= this.#connected();
    this.#socket.write(bytes);
  }

  end(): void {
    this.#onAnswer = undefined;
    this.#socket?.destroy();
  }

  #connected(): Socket {
    const socket = connect(this.#port, "127.0.0.1").setNoDelay(true);
    const broken = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#pending = undefined;
      this.#missing = 0;
      this.#answer(0, false);
    };
    return socket
      .on("data", (part) => this.#take(part))
      .on("error", () => undefined)
      .on("close", broken);
  }

  #take(part: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= part.length;
      if (this.#missing <= 0) this.#answer(this.#status, this.#hasRetryAfter);
      return;
    }
    const bytes = this.#pending ? Buffer.concat([this.#pending, part]) : part;
    const headEnd = bytes.indexOf("\r\n\r\n");
    if (headEnd < 0) {
      this.#pending = bytes;
      return;
    }
    this.#pending = undefined;
    const head = bytes.toString("latin1", 0, headEnd);
    this.#status = Number(head.slice(9, 12));
    this.#hasRetryAfter = /\r\nretry-after: \d/i.test(head);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#missing = length - (bytes.length - headEnd - 4);
    if (this.#missing <= 0) this.#answer(this.#status, this.#hasRetryAfter);
  }

  #answer(status: number, hasRetryAfter: boolean): void {
    const tell = this.#onAnswer;
    this.#onAnswer = undefined;
    this.#missing = 0;
    tell?.(status, hasRetryAfter);
  }
}
