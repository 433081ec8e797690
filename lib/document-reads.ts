/**
 * Reads of the API while the server renders a document of the console: in process, as the user of
 * the document's request. The document holds the answers, so that the browser shows them before it
 * asks.
 */
export interface DocumentReads {
  /**
   * Resolves to the response of a read. Rejects for any status but 200 and after the deadline of
   * the document, which then goes out without this answer.
   */
  send(method: string, path: string, body: unknown): Promise<Response>;
  /** Time of the document, in milliseconds since 1970. */
  readonly at: number;
  /** The reads that have begun, by the hash of their query key. None rejects. */
  readonly begun: Map<string, Promise<void>>;
  /** True once the answers are written into the document. No later one may be shown in it. */
  isWritten: boolean;
  /** The change token of the first records, at which a stream of events misses nothing. */
  changeToken?: string | undefined;
}

/** Next.js bundles its own copy of each module, so the global object is the one shared place. */
const shared = globalThis as {
  tocsinDocuments?: { getStore(): DocumentReads | undefined };
};

/** Sets the place in which the server holds the reads of the document that it renders. */
export function shareDocumentReads(place: { getStore(): DocumentReads | undefined }): void {
  shared.tocsinDocuments = place;
}

/** Returns the reads of the document that is being rendered; undefined in a browser. */
export function documentReads(): DocumentReads | undefined {
  return shared.tocsinDocuments?.getStore();
}
