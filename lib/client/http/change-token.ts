import { documentReads } from "@/lib/document-reads";

let first: string | undefined;

/** Keeps the first change token that the page, or the document that is rendered, receives. */
export function noteChangeToken(reply: Response): void {
  const token = reply.headers.get("X-Change-Token") ?? undefined;
  const reads = documentReads();
  if (reads) reads.changeToken ??= token;
  else if (typeof window !== "undefined") first ??= token;
}

/** Returns the change token of the first records that the page read; undefined before. */
export function firstChangeToken(): string | undefined {
  return first;
}
