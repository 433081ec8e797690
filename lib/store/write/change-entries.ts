import type { Row } from "@/lib/schema/row";
import type { Parameter } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import { send } from "@/lib/store/statement/send";
import type { DeferredRows } from "./deferred-rows";
import { completed, insertionOf, wholeRowOf } from "./whole-row";
import type { WriteContext } from "./write-context";

/** Most entries that wait, and most characters in their texts: an entry may hold megabytes. */
const mostEntries = 16;
const mostCharacters = 1_000_000;

/** The entries of one transaction for the change log, stored several at a time, in their order. */
export class ChangeEntries implements DeferredRows {
  readonly #context: WriteContext;
  #log: Table | undefined;
  #entries: Parameter[][] = [];
  #characters = 0;

  constructor(context: WriteContext) {
    this.#context = context;
  }

  get table(): string {
    return this.#log?.name ?? "";
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Takes an entry for the table of the change log. */
  async add(log: Table, entry: Row): Promise<void> {
    const { statements, deltas } = this.#context;
    const parameters = wholeRowOf(statements.dialect, log).parametersOf(completed(log, entry));
    this.#log = log;
    this.#entries.push(parameters);
    for (const value of parameters) {
      if (typeof value === "string") this.#characters += value.length;
    }
    deltas.add(log, entry, 1);
    const isLong = this.#characters > mostCharacters;
    if (isLong || this.#entries.length === mostEntries) await this.write();
  }

  async write(): Promise<void> {
    const entries = this.#entries;
    if (this.#log === undefined || entries.length === 0) return;
    this.#entries = [];
    this.#characters = 0;
    const { connection, statements } = this.#context;
    const { sql } = insertionOf(statements, this.#log, entries.length);
    await send(connection, sql, entries.flat());
  }
}
