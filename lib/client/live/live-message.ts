import type { ChangeEvent } from "@/lib/contract/events";

/** A message from the connection of a browser to its tabs. */
export type LiveMessage =
  | { readonly kind: "changes"; readonly changes: readonly ChangeEvent[] }
  /** The stream is open: changes arrive from now on. */
  | { readonly kind: "open" }
  /** The stream broke off. It is opened again, and goes on where it ended. */
  | { readonly kind: "lost" }
  /** Changes may have been missed. */
  | { readonly kind: "reset" }
  /** The session has ended, or another user has signed in. */
  | { readonly kind: "ended" };

/** The message of a tab that joins the connection. */
export interface Joining {
  /** Id of the user of the page. */
  readonly user: string;
  /** The change token of the first data of the page. A new stream begins there. */
  readonly after: string | undefined;
  /** Begin of the page, in milliseconds since 1970. Changes that arrived since are sent again. */
  readonly since: number;
}

/**
 * Channel that tells all connections of the browser who is signed in: a user's id, or "". The id of
 * the same user says that their projects may be others.
 */
export const userChannel = "tocsin:user";
