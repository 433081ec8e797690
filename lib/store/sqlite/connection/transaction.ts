import { AppError } from "@/lib/errors";
import type { EngineTransaction, StatementHook } from "@/lib/store/port/engine";
import type { AuthDatabase } from "@/lib/store/port/store";
import type { SqliteConnection } from "./connection";
import { kyselyOver } from "./driver";

/**
 * Throws `unavailable` when SQLite has ended the transaction, as it does where the disk is full or fails: what came next
 * would be stored by itself.
 */
export function assertWhole({ raw }: SqliteConnection): void {
  if (raw.inTransaction) return;
  const detail = "The database could not take the change. Send the request again in some seconds.";
  throw new AppError("unavailable", detail, { retryAfterSeconds: 5 });
}

/** The handle of one write on the writing connection; it serves while `open.isOpen`. */
export function transactionOver(
  writer: SqliteConnection,
  onStatement: StatementHook,
  open: { readonly isOpen: boolean },
): EngineTransaction {
  // A writer kept beyond its transaction would write into someone else's.
  const before = (text: string) => {
    if (!open.isOpen) throw new Error("The transaction has ended; its writer serves no more.");
    assertWhole(writer);
    onStatement(text);
  };
  return {
    connection: {
      rows: async (text, parameters) => {
        before(text);
        // A write must be able to finish its work.
        return writer.rows(text, parameters);
      },
      run: async (text, parameters) => {
        before(text);
        return writer.run(text, parameters);
      },
    },
    // Making one takes longer than most writes, and few need it.
    get authDatabase(): AuthDatabase {
      return { db: kyselyOver(writer, before), type: "sqlite" };
    },
  };
}
