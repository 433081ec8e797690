import type { Writer } from "@/lib/store/port/store";
import { changesOf } from "./changes";
import type { Context } from "./context";
import type { Transaction } from "./transaction";

/** The write that a transaction carries out for the caller, with one time for all it changes. */
export function transactionOf(context: Context, writer: Writer): Transaction {
  const now = context.now().toISOString();
  return { context, writer, now, changes: changesOf(writer, context, "rule", now) };
}
