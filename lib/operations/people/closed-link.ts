/** A link that leads nowhere any more, and what to do about it. Asking what a link is for is no mistake of who asks. */
export interface ClosedLink {
  readonly isOpen: false;
  readonly reason: string;
}
