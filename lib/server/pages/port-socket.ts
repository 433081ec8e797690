import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/** Bytes, the end of the bytes (`null`), or the confirmation that the last bytes were read. */
type Message = Uint8Array<ArrayBuffer> | null | "read";

/**
 * A connection between two threads, over one end of a `MessageChannel`. A write is done when the
 * other thread has read its bytes, so a slow reader holds the writer back. If one side is destroyed,
 * the other one is closed.
 */
export class PortSocket extends Duplex {
  readonly #port: MessagePort;
  /** Ends the write whose bytes are not yet read. */
  #written: (() => void) | undefined;
  /** True if the last bytes are not yet confirmed. */
  #isFull = false;
  /** True once the other side has sent its end. */
  #isEnded = false;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on("message", (message: Message) => this.#receive(message));
    port.on("close", () => {
      // The bytes before the end may still wait for their reader.
      if (this.#isEnded && !this.readableEnded) this.once("end", () => this.destroy());
      else this.destroy();
    });
  }

  #receive(message: Message): void {
    if (message === "read") {
      const done = this.#written;
      this.#written = undefined;
      done?.();
    } else if (message === null) {
      this.#isEnded = true;
      this.push(null);
    } else if (this.push(message)) this.#post("read");
    else this.#isFull = true;
  }

  #post(message: Message): void {
    this.#port.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
  }

  override _read(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#post("read");
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#written = done;
    // A copy, because small buffers are parts of a larger one, which cannot be transferred.
    this.#post(new Uint8Array(bytes));
  }

  override _writev(parts: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), "binary", done);
  }

  override _final(done: () => void): void {
    this.#post(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }
}
