/** A link that no longer works, and the remedy. Looking up such a link is not an error. */
export interface ClosedLink {
  readonly isOpen: false;
  readonly reason: string;
}
