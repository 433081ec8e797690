import { AppError } from "@/lib/errors";
import type { EngineTransaction, StatementHook } from "@/lib/store/port/engine";
import type { Topic } from "@/lib/store/port/topic";
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

/**
 * Returns the handle of one write on the writing connection; it works while `open.isOpen`.
 * `announced` receives the topics that the commit announces.
 */
export function transactionOver(
  writer: SqliteConnection,
  onStatement: StatementHook,
  open: { readonly isOpen: boolean },
  announced: Set<Topic>,
): EngineTransaction {
  // A writer kept beyond its transaction would write into another transaction.
  const before = (text: string) => {
    if (!open.isOpen) throw new Error("The transaction has ended; its writer serves no more.");
    assertWhole(writer);
    onStatement(text);
  };
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
      announced.add(topic);
    },
  };
}
