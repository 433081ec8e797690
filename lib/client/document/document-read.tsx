import {
  type FetchQueryOptions,
  hashKey,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import { useServerInsertedHTML } from "next/navigation";
import { use, useEffect } from "react";
import { type DocumentReads, documentReads } from "@/lib/document-reads";
import { blockId, blockText, forgetBlock } from "./document-block";

/**
 * Reads a query into the document. While the server renders it, the component waits for the answer,
 * at most until the deadline of the document, and `useQuery` then returns it, here and in the
 * browser. A failed read is left to the browser. Does nothing in a browser and unless `isWanted`.
 * Call it before `useQuery`. Other components with the same query must come after this one. Lazy
 * ones are wrapped in `ClientOnly`.
 */
export function useDocumentRead<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
  isWanted = true,
): void {
  const client = useQueryClient();
  const reads = documentReads();
  if (!isWanted || !reads || reads.isWritten) return;
  const hash = hashKey(query.queryKey);
  const reading = reads.begun.get(hash) ?? read(client, reads, query);
  reads.begun.set(hash, reading);
  use(reading);
}

/** Without an answer the query is as new, so that the server and the browser show the same. */
async function read<Data, Key extends QueryKey>(
  client: QueryClient,
  reads: DocumentReads,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const { queryKey } = query;
  const forget = () => client.removeQueries({ queryKey, exact: true });
  await client.fetchQuery({ ...query, retry: false }).catch(forget);
  if (reads.isWritten) forget();
}

/** Writes the answers into the document, and removes them once the page has taken them. */
export function DocumentData() {
  const client = useQueryClient();
  const reads = documentReads();
  // Called with each part of the document. All answers are in the first part.
  useServerInsertedHTML(() => {
    if (!reads || reads.isWritten) return null;
    reads.isWritten = true;
    return (
      <script id={blockId} type="application/json">
        {blockText(client, reads)}
      </script>
    );
  });
  // The element is not React's. A later page must not take its data as new.
  useEffect(forgetBlock, []);
  return null;
}
