import { AppError } from "@/lib/errors";
import type { Context } from "@/lib/operations/transaction/context";

/**
 * Throws `confirmation_required` if the session was not recently confirmed by password. Call it
 * after the permission checks, so that a user without permission is denied before giving a
 * password.
 */
export function requireConfirmation({ confirmedUntil, now }: Context): void {
  if (confirmedUntil === undefined || confirmedUntil > now()) return;
  throw new AppError(
    "confirmation_required",
    "Confirm your password first: send it to /api/auth/confirm. It holds for ten minutes.",
  );
}
