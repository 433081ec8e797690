import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { systemContext } from "@/lib/operations/transaction/system-context";
import { user } from "@/lib/resources/settings/user";
import type { Reader, Store } from "@/lib/store/port/store";

/** Records the time of a user's first sign-in. Later calls change nothing. */
export async function noteFirstSignIn(store: Store, userId: string, now: Date): Promise<void> {
  if (!(await isFirst(store.reader, userId))) return;
  await inTransaction(systemContext(store, "First sign-in", now), async ({ writer }) => {
    // Two first sign-ins may be concurrent.
    if (!(await isFirst(writer, userId))) return;
    await writer.updateQuietly(user, userId, { firstSignInAt: now.toISOString() });
  });
}

async function isFirst(reader: Reader, userId: string): Promise<boolean> {
  const [row] = await reader.find(user, {
    projects: "all",
    filter: { op: "eq", column: "_id", value: userId },
    columns: ["firstSignInAt"],
    limit: 1,
  });
  return row !== undefined && row.firstSignInAt === null;
}
