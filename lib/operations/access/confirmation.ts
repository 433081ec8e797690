import { AppError } from "@/lib/errors";
import type { Context } from "@/lib/operations/transaction/context";

/**
 * Throws `confirmation_required` for a person whose session was not confirmed by their password lately. Ask it after
 * permissions: a person who may not do something is told so, without giving their password first.
 */
export function requireConfirmation({ confirmedUntil, now }: Context): void {
  if (confirmedUntil === undefined || confirmedUntil > now()) return;
  throw new AppError(
    "confirmation_required",
    "Confirm your password first: send it to /api/auth/confirm. It holds for ten minutes.",
  );
}
