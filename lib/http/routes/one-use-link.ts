import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import type { ClosedLink } from "@/lib/operations/people/closed-link";

/**
 * Looks up what is behind a link. Guessing links is held back as guessing passwords is, before anything is read. Only a
 * link that is not open counts, so that using one often takes nothing away.
 */
export async function openOneUseLink<Open extends { readonly isOpen: true }>(
  { sessionService, request }: PublicRequest,
  account: string,
  look: () => Promise<Open | ClosedLink>,
): Promise<Open | ClosedLink> {
  const { address } = sessionService.deviceOf(request);
  await sessionService.limit.checkLink(account, address);
  const found = await look();
  // The answer stays what it is; the next attempt is the one to be refused.
  if (!found.isOpen)
    await sessionService.limit.spendOnLink(account, address).catch(() => undefined);
  return found;
}

/** Throws `not_found` for a link that is not open. */
export function refuseClosed(found: { readonly isOpen: true } | ClosedLink): void {
  if (!found.isOpen) throw new AppError("not_found", found.reason);
}
