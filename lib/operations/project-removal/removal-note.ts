import type { Caller } from "@/lib/auth/grants/caller";
import type { Context } from "@/lib/operations/transaction/context";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import type { Store } from "@/lib/store/port/store";

/** State of a project removal, stored until the project's records are removed. */
export interface RemovalNote {
  readonly caller: Pick<Caller, "type" | "id" | "name">;
  readonly requestId: string;
  readonly at: string;
  /** Process that removes, and the end of its claim; absent before the first slice. */
  readonly by?: string;
  readonly until?: number;
}

/** Returns the note for a new removal. */
export function firstNote({ context, now }: Transaction): string {
  const { type, id, name } = context.caller;
  const note: RemovalNote = {
    caller: { type, id, name },
    requestId: context.requestId,
    at: now,
  };
  return JSON.stringify(note);
}

/** Returns a note written by `firstNote` or `claimed`. */
export function readNote(text: string): RemovalNote {
  return JSON.parse(text) as RemovalNote;
}

/** Returns the context of a removal. Changes are logged for the caller who deleted the project. */
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
