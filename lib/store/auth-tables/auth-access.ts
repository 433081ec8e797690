import type { AuthReader, AuthWriter } from "@/lib/store/port/auth-tables";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { accountReader, accountWriter } from "./accounts";
import { linkReader, linkWriter } from "./one-use-links";
import { sessionReader, sessionWriter } from "./sessions";

/** Returns the reads of the tables for sign-in over a connection. */
export function authReader(context: ReadContext): AuthReader {
  return { ...accountReader(context), ...sessionReader(context), ...linkReader(context) };
}

/**
 * Returns the changes of the tables for sign-in in a transaction. `onWrite` gets the path of what
 * the transaction wrote to.
 */
export function authWriter(
  context: ReadContext,
  now: () => Date,
  onWrite: (path: string) => void,
): AuthWriter {
  return {
    ...authReader(context),
    ...accountWriter(context, now),
    ...sessionWriter(context, onWrite),
    ...linkWriter(context, now),
  };
}
