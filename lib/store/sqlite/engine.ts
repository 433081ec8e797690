import { AppError } from "@/lib/errors";
import type { Connection, Engine } from "@/lib/store/engine";
import { Commits } from "./commits";
import { kyselyOver } from "./driver";
import { spelling } from "./expressions";
import type { SqliteFiles } from "./open";
import { snapshotOf } from "./snapshot";
import { textIndex } from "./text-index";
import type { StatementHook } from "./transaction";

/** The store's engine over an open SQLite database. */
export function sqliteEngine(files: SqliteFiles, onStatement: StatementHook): Engine {
  const { writer, reader, mutex } = files;
  let closed = false;
  const assertOpen = () => {
    if (!closed) return;
    throw new AppError("unavailable", "The database is closed.", { retryAfterSeconds: 5 });
  };
  const isOnDisk = reader !== writer;
  const commits = new Commits({ writer, mutex, onStatement, assertOpen, isOnDisk });
  const lease = { acquire: () => mutex.acquire(), release: () => mutex.release() };
  return {
    spelling,
    textIndex,
    authDatabase: { db: kyselyOver(writer, assertOpen, lease), type: "sqlite" },
    reading: committedOnly(files, assertOpen),
    transaction: (work) => commits.write(work),
    assertOpen,
    indexNames: async (connection) => {
      const rows = await connection.rows("select name from sqlite_master where type = 'index'", []);
      return rows.map(([name]) => String(name));
    },
    snapshot: () =>
      mutex.run(() => {
        assertOpen();
        return snapshotOf(files);
      }),
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
