import { AppError } from "@/lib/errors";
import type { EngineTransaction, StatementHook } from "@/lib/store/port/engine";
import type { OpenWrite } from "@/lib/store/write/open-commit";
import type { SqliteConnection } from "./connection";

/**
 * Throws `unavailable` when SQLite has ended the transaction, as it does on a full or failing disk:
 * later statements would be committed separately.
 */
export function assertWhole({ raw }: SqliteConnection): void {
  if (raw.inTransaction) return;
  const detail = "The database could not take the change. Send the request again in some seconds.";
  throw new AppError("unavailable", detail, { retryAfterSeconds: 5 });
}

/** Returns the handle of one write on the writing connection; it works while the write is open. */
export function transactionOver(
  writer: SqliteConnection,
  onStatement: StatementHook,
  write: OpenWrite,
): EngineTransaction {
  const before = (text: string) => {
    write.assertOpen();
    assertWhole(writer);
    onStatement(text);
  };
  const { commit } = write;
  return {
    connection: {
      rows: async (text, parameters) => {
        before(text);
        // A write has no deadline, so that it can finish.
        return writer.rows(text, parameters);
      },
      run: async (text, parameters) => {
        before(text);
        return writer.run(text, parameters);
      },
    },
    announce: (topic) => {
      commit.topics.add(topic);
    },
    commit,
    whenJoined: (act) => write.whenJoined(act),
  };
}
