import { AppError } from "@/lib/errors";
import type { Connection, Engine, Transaction } from "@/lib/store/engine";
import type { SqliteConnection } from "./connection";
import { kyselyOver } from "./driver";
import { spelling } from "./expressions";
import type { SqliteFiles } from "./open";

/** Called with each statement of a write before it runs; what it throws fails the statement. */
export type StatementHook = (sql: string) => void;

/** The store's engine over an open SQLite database. */
export function sqliteEngine(files: SqliteFiles, onStatement: StatementHook): Engine {
  const { writer, mutex } = files;
  let closed = false;
  const assertOpen = () => {
    if (!closed) return;
    throw new AppError("unavailable", "The database is closed.", { retryAfterSeconds: 5 });
  };
  const lease = { acquire: () => mutex.acquire(), release: () => mutex.release() };
  return {
    spelling,
    authDatabase: { db: kyselyOver(writer, assertOpen, lease), type: "sqlite" },
    reading: committedOnly(files, assertOpen),
    transaction: (work) =>
      mutex.run(() => {
        assertOpen();
        return inTransaction(writer, onStatement, work);
      }),
    assertOpen,
    indexNames: async (connection) => {
      const rows = await connection.rows("select name from sqlite_master where type = 'index'", []);
      return rows.map(([name]) => String(name));
    },
    close: () =>
      mutex.run(() => {
        if (!closed) files.close();
        closed = true;
      }),
  };
}

/** With one connection for all, a read waits for the open transaction; it would see what is not committed. */
function committedOnly({ writer, reader, mutex }: SqliteFiles, assertOpen: () => void): Connection {
  const alone = async <T>(work: () => T): Promise<T> => {
    const mustWait = reader === writer && mutex.busy;
    if (mustWait) await mutex.acquire();
    try {
      assertOpen();
      return work();
    } finally {
      if (mustWait) mutex.release();
    }
  };
  return {
    rows: (text, parameters, timed) => alone(() => reader.rows(text, parameters, timed)),
    run: (text, parameters) => alone(() => reader.run(text, parameters)),
  };
}

async function inTransaction<T>(
  writer: SqliteConnection,
  onStatement: StatementHook,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const open = { isOpen: true };
  writer.run("begin immediate", []);
  try {
    const result = await work(transactionOver(writer, onStatement, open));
    onStatement("commit");
    writer.run("commit", []);
    return result;
  } catch (error) {
    // A full disk or a failing one has ended the transaction already.
    if (writer.raw.inTransaction) writer.run("rollback", []);
    throw error;
  } finally {
    open.isOpen = false;
  }
}

function transactionOver(
  writer: SqliteConnection,
  onStatement: StatementHook,
  open: { readonly isOpen: boolean },
): Transaction {
  // A writer kept beyond its transaction would write into someone else's.
  const before = (text: string) => {
    if (!open.isOpen) throw new Error("The transaction has ended; its writer serves no more.");
    onStatement(text);
  };
  return {
    connection: {
      rows: async (text, parameters, timed) => {
        before(text);
        return writer.rows(text, parameters, timed);
      },
      run: async (text, parameters) => {
        before(text);
        return writer.run(text, parameters);
      },
    },
    authDatabase: { db: kyselyOver(writer, before), type: "sqlite" },
  };
}
