import type { QueryClient } from "@tanstack/react-query";

/**
 * After a record was deleted: what shows other records asks again; what shows this one must not, for it is on screen
 * until the list is.
 */
export async function invalidateDeleted(client: QueryClient, id: string): Promise<void> {
  const isAbout = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
    JSON.stringify(queryKey).includes(id);
  await client.cancelQueries({ predicate: isAbout });
  await client.invalidateQueries({ predicate: isAbout, refetchType: "none" });
  await client.invalidateQueries({ predicate: (query) => !isAbout(query) });
}
