import type { Row } from "@/lib/schema/row";
import type { Commit, Connection, EngineTransaction, Parameter } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import { send } from "@/lib/store/statement/send";
import type { Statements } from "@/lib/store/statement/statements";
import type { DeferredRows } from "./deferred-rows";
import type { ProjectBounds } from "./project-writer";
import { completed, insertionOf, wholeRowOf } from "./whole-row";
import type { WriteContext } from "./write-context";

/** Most entries that wait, and most characters in their texts: an entry may hold megabytes. */
const mostEntries = 16;
const mostCharacters = 1_000_000;

/** Most entries of a write of one project that wait in memory until the commit. */
const mostOfProject = 256;

/** A write of one project. */
interface OfProject {
  /** The table of the change log, if the store has one. */
  readonly log: Table | undefined;
  readonly bounds: ProjectBounds;
}

/** The entries of the writes of a project that have joined a commit, stored at its end. */
const joined = new WeakMap<Commit, Parameter[][]>();

/**
 * The entries of one transaction for the change log, stored several at a time, in their order. Those
 * of a write of one project are stored together with those of the other writes of the commit, and
 * earlier if they are many or long: they get their numbers after the commit anyway.
 */
export class ChangeEntries implements DeferredRows {
  readonly #context: WriteContext;
  readonly #transaction: EngineTransaction;
  readonly #ofProject: OfProject | undefined;
  #log: Table | undefined;
  #entries: Parameter[][] = [];
  #characters = 0;
  /** Ids of all entries of the transaction. */
  readonly #ids: string[] = [];

  constructor(
    context: WriteContext,
    transaction: EngineTransaction,
    ofProject: OfProject | undefined,
  ) {
    this.#context = context;
    this.#transaction = transaction;
    this.#ofProject = ofProject;
    this.#log = ofProject?.log;
  }

  get table(): string {
    return this.#log?.name ?? "";
  }

  get isEmpty(): boolean {
    // A read of the log would not find the entries of earlier writes of the commit either.
    if (this.#ofProject?.log) return false;
    return this.#entries.length === 0;
  }

  /** Takes an entry for the table of the change log. */
  async add(log: Table, entry: Row): Promise<void> {
    const { statements, deltas } = this.#context;
    const parameters = wholeRowOf(statements.dialect, log).parametersOf(completed(log, entry));
    this.#log = log;
    this.#entries.push(parameters);
    this.#ids.push(String(entry["_id"]));
    for (const value of parameters) {
      if (typeof value === "string") this.#characters += value.length;
    }
    deltas.add(log, entry, 1);
    const most = this.#ofProject ? mostOfProject : mostEntries;
    const isLong = this.#characters > mostCharacters;
    if (isLong || this.#entries.length === most) await this.#store();
  }

  /** Called when the work of the transaction is done. */
  async end(): Promise<void> {
    if (!this.#ofProject) await this.#store();
    if (this.#ids.length > 0) this.#join();
  }

  /**
   * Stores the entries for a statement that reads the log. A write of one project leaves its bounds,
   * because it would not find those of its commit.
   */
  async write(): Promise<void> {
    this.#ofProject?.bounds.leave();
    await this.#store();
  }

  async #store(): Promise<void> {
    const entries = this.#entries;
    if (this.#log === undefined || entries.length === 0) return;
    this.#entries = [];
    this.#characters = 0;
    // The connection of the context would take the statement for a read of the log.
    const { connection } = this.#transaction;
    await store(connection, this.#context.statements, this.#log, entries);
  }

  #join(): void {
    const { statements } = this.#context;
    const { commit, whenJoined } = this.#transaction;
    const [entries, log] = [this.#entries, this.#log];
    whenJoined(() => {
      for (const id of this.#ids) commit.entries.push(id);
      if (log === undefined || entries.length === 0) return;
      const all = [...(joined.get(commit) ?? []), ...entries];
      joined.set(commit, all);
      commit.finishLog = (connection) => store(connection, statements, log, all);
    });
  }
}

async function store(
  connection: Connection,
  statements: Statements,
  log: Table,
  entries: readonly Parameter[][],
): Promise<void> {
  for (let from = 0; from < entries.length; from += mostEntries) {
    const some = entries.slice(from, from + mostEntries);
    const { sql } = insertionOf(statements, log, some.length);
    await send(connection, sql, some.flat());
  }
}
