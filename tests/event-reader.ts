import type { ChangeEvent } from "@/lib/contract/events";
import type { ApiResponse } from "@/lib/http/message/request-response";

/** An event as a client receives it. */
export interface ReceivedEvent {
  readonly name: string;
  readonly id: string;
  readonly data: Partial<ChangeEvent>;
}

/** Reads the events of a stream one after the other (WHATWG HTML, section 9.2.6). */
export class EventReader {
  readonly #pieces: AsyncIterator<string | Uint8Array>;
  readonly #onClose: (() => void) | undefined;
  #text = "";

  constructor({ stream, onClose }: ApiResponse) {
    if (!stream) throw new Error("The response is no stream.");
    this.#pieces = stream[Symbol.asyncIterator]();
    this.#onClose = onClose;
  }

  /** Returns the next event; undefined at the end. */
  async next(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end < 0) {
        const { done, value } = await this.#pieces.next();
        if (done) return undefined;
        this.#text += String(value);
        continue;
      }
      const fields = this.#text.slice(0, end).split("\n");
      this.#text = this.#text.slice(end + 2);
      const event = eventOf(fields);
      if (event) return event;
    }
  }

  /** Disconnects as a client does. */
  async close(): Promise<void> {
    this.#onClose?.();
    await this.#pieces.return?.();
  }
}

function eventOf(fields: readonly string[]): ReceivedEvent | undefined {
  const values = new Map(
    fields.map((field): [string, string] => {
      const [name = "", ...rest] = field.split(": ");
      return [name, rest.join(": ")];
    }),
  );
  const data = values.get("data");
  if (data === undefined) return undefined;
  return { name: values.get("event") ?? "", id: values.get("id") ?? "", data: JSON.parse(data) };
}
