import type { Writer } from "@/lib/store/port/store";
import { changesOf } from "./changes";
import type { Context } from "./context";
import type { Transaction } from "./transaction";

/** Returns the transaction of a write for the caller, with one time for all its changes. */
export function transactionOf(context: Context, writer: Writer): Transaction {
  const now = context.now().toISOString();
  return { context, writer, now, changes: changesOf(writer, context, "rule", now) };
}
