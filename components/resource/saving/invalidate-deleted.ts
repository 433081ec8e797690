import type { QueryClient } from "@tanstack/react-query";
import { readAfterWrite } from "@/lib/client/live/read-again";
import { leaveDeleted } from "@/lib/client/live/refresh-changed";

/**
 * Refetches the other records after a deletion. The deleted record is not refetched, because it
 * stays on the screen until the list is shown.
 */
export async function invalidateDeleted(client: QueryClient, id: string): Promise<void> {
  leaveDeleted(id);
  const isAbout = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
    JSON.stringify(queryKey).includes(id);
  await client.cancelQueries({ predicate: isAbout });
  await client.invalidateQueries({ predicate: isAbout, refetchType: "none" });
  await readAfterWrite(client, { predicate: (query) => !isAbout(query) });
}
