import pg, { type ClientBase, type QueryResult } from "pg";
import type { Connection } from "@/lib/store/port/engine";
import { execute } from "./execute";

/**
 * Statements of a transaction, sent without waiting for the answers to earlier ones. The server runs
 * them in the order of the calls. After a failed statement it refuses the later ones of the
 * transaction, so the first failure is reported in place of these refusals.
 */
export class Pipeline implements Connection {
  readonly #client: ClientBase;
  readonly #before: (sql: string) => void;
  readonly #unanswered = new Set<Promise<unknown>>();
  #failure: { readonly error: unknown } | undefined;

  /** `before` sees each statement and may refuse it. The client must be in pipeline mode. */
  constructor(client: ClientBase, before: (sql: string) => void) {
    this.#client = client;
    this.#before = before;
  }

  async rows(text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
    return (await this.#answerOf(this.#execute(text, parameters))).rows;
  }

  async run(text: string, parameters: readonly unknown[]): Promise<number> {
    return (await this.#answerOf(this.#execute(text, parameters))).count;
  }

  async send(text: string, parameters: readonly unknown[]): Promise<void> {
    void this.#execute(text, parameters);
  }

  /** Sends a text of one or several statements that `before` does not see. */
  sendCommand(text: string): void {
    void this.#note(this.#client.query(text));
  }

  /** Sends such a text and returns the driver's result. */
  command(text: string): Promise<QueryResult> {
    return this.#answerOf(this.#note(this.#client.query(text)));
  }

  /** Resolves when every statement is answered. */
  async answered(): Promise<void> {
    while (this.#unanswered.size > 0) await Promise.all(this.#unanswered);
  }

  /** As `answered`; throws the first failure of all statements. */
  async succeeded(): Promise<void> {
    await this.answered();
    if (this.#failure) throw this.#failure.error;
  }

  #execute(text: string, parameters: readonly unknown[]) {
    this.#before(text);
    return this.#note(execute(this.#client, text, parameters));
  }

  #note<T>(answer: Promise<T>): Promise<T> {
    const noted = answer
      .catch((error: unknown) => {
        if (!this.#failure || isRefusal(this.#failure.error)) this.#failure = { error };
      })
      .finally(() => this.#unanswered.delete(noted));
    this.#unanswered.add(noted);
    return answer;
  }

  async #answerOf<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      // The answer with the cause has arrived before, but its promise may be settled later.
      if (isRefusal(error)) await this.answered();
      throw this.#failure?.error ?? error;
    }
  }
}

/** Returns true for the refusal of a statement after a failed one (SQLSTATE 25P02). */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25P02";
}
