import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import type { ClosedLink } from "@/lib/operations/people/closed-link";

/**
 * Looks up the content of a one-use link. Checks the guess limit of links before anything is read.
 * Only closed links count as guesses, so an open link can be used often.
 */
export async function openOneUseLink<Open extends { readonly isOpen: true }>(
  { sessionService, request }: PublicRequest,
  account: string,
  look: () => Promise<Open | ClosedLink>,
): Promise<Open | ClosedLink> {
  const { address } = sessionService.deviceOf(request);
  await sessionService.limit.checkLink(account, address);
  const found = await look();
  // This response stays unchanged. Only the next attempt is refused.
  if (!found.isOpen)
    await sessionService.limit.spendOnLink(account, address).catch(() => undefined);
  return found;
}

/** Throws `not_found` for a closed link. */
export function refuseClosed(found: { readonly isOpen: true } | ClosedLink): void {
  if (!found.isOpen) throw new AppError("not_found", found.reason);
}
