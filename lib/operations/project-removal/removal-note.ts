import type { Caller } from "@/lib/auth/grants/caller";
import type { Context } from "@/lib/operations/transaction/context";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import type { Store } from "@/lib/store/port/store";

/** Name of the job that removes the records of a deleted project. */
export const removalKind = "project-removal";

/** Origin of a project removal, stored until the project's records are removed. */
export interface RemovalNote {
  readonly caller: Pick<Caller, "type" | "id" | "name">;
  readonly requestId: string;
  readonly at: string;
}

/** Returns the note of a removal. */
export function noteOf({ context, now }: Transaction): string {
  const { type, id, name } = context.caller;
  const note: RemovalNote = {
    caller: { type, id, name },
    requestId: context.requestId,
    at: now,
  };
  return JSON.stringify(note);
}

/** Returns a note written by `noteOf`. */
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
