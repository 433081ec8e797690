import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { documentReads } from "@/lib/document-reads";

/** Data that the document carries from the server to the browser. */
interface DocumentBlock {
  /** Time of the document, in milliseconds since 1970. */
  readonly at: number;
  readonly answers: readonly (readonly [QueryKey, unknown])[];
  readonly changeToken?: string | undefined;
}

/** Id of the element that holds the data. Its type is JSON, so that no browser executes it. */
export const blockId = "tocsin-document";

let parsed: DocumentBlock | undefined;

/**
 * Returns the answers of the document by query key. None on the server and after `forgetBlock`, so
 * that no later page shows old data.
 */
export function documentAnswers(): DocumentBlock["answers"] {
  return blockElement() ? (readBlock()?.answers ?? []) : [];
}

/**
 * Returns the time at which the server rendered the document, in milliseconds since 1970; undefined
 * if it carries no data.
 */
export function documentTime(): number | undefined {
  return documentReads()?.at ?? readBlock()?.at;
}

/** Returns the change token of the records in the document; undefined if it holds none. */
export function documentChangeToken(): string | undefined {
  return readBlock()?.changeToken;
}

/** Returns true while the server renders a document with data, and until it is hydrated. */
export function isInDocument(): boolean {
  return documentReads() !== undefined || blockElement() !== null;
}

/** Removes the data from the document once the page is hydrated. */
export function forgetBlock(): void {
  blockElement()?.remove();
}

/** Returns the successful answers in the cache as JSON that is safe inside an element. */
export function blockText(
  client: QueryClient,
  { at, changeToken }: Pick<DocumentBlock, "at" | "changeToken">,
): string {
  const answers = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.status === "success" ? [[queryKey, state.data]] : []));
  return JSON.stringify({ at, answers, changeToken }).replaceAll("<", "\\u003c");
}

function readBlock(): DocumentBlock | undefined {
  const text = blockElement()?.textContent;
  if (text) parsed ??= asBlock(text);
  return parsed;
}

function blockElement(): Element | null {
  return typeof document === "undefined" ? null : document.getElementById(blockId);
}

/** The server of this page wrote the text. */
function asBlock(text: string): DocumentBlock {
  return JSON.parse(text) as DocumentBlock;
}
