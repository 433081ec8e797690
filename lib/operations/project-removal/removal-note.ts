import type { Caller } from "@/lib/auth/grants/caller";
import type { Context } from "@/lib/operations/transaction/context";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import type { Store } from "@/lib/store/port/store";

/** What is kept of a deletion while the records of its project are removed. */
export interface RemovalNote {
  readonly caller: Pick<Caller, "type" | "id" | "name">;
  readonly requestId: string;
  readonly at: string;
  /** The process that removes, and until when others leave it to that one; absent before the first slice. */
  readonly by?: string;
  readonly until?: number;
}

/** The note of a deletion that begins. */
export function firstNote({ context, now }: Transaction): string {
  const { type, id, name } = context.caller;
  const note: RemovalNote = {
    caller: { type, id, name },
    requestId: context.requestId,
    at: now,
  };
  return JSON.stringify(note);
}

/** The note as it was written by `firstNote` or `claimed`. */
export function readNote(text: string): RemovalNote {
  return JSON.parse(text) as RemovalNote;
}

/** The context in which the records go: in the name of the caller who deleted the project. */
export function contextOf(store: Store, note: RemovalNote): Context {
  const now = new Date(Math.max(Date.now(), Date.parse(note.at)));
  return {
    caller: { ...note.caller, grants: new Map() },
    requestId: note.requestId,
    channel: "system",
    store,
    policy: { references: "loose" },
    now: () => now,
  };
}
