import type { Caller } from "@/lib/auth/grants/caller";
import type { RequestLogEntry } from "./request-log";

/** Log fields that are known only while handling. */
export type Learned = Omit<
  RequestLogEntry,
  "requestId" | "clientRequestId" | "method" | "status" | "durationMs"
>;

/** Collected while handling: log fields, and headers sent with every response. */
export interface Trace {
  readonly entry: { -readonly [Key in keyof Learned]: Learned[Key] };
  headers: Record<string, string>;
  caller: Caller | undefined;
}
