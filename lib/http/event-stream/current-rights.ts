import { isAppError } from "@/lib/errors";
import type { Context } from "@/lib/operations/transaction/context";
import { apiKey } from "@/lib/resources/settings/api-key";

/** Longest time between two checks of the credentials, in milliseconds. */
const checkMs = 4_000;
/** Time between two attempts while the database cannot be read, in milliseconds. */
const retryMs = 1_000;

/**
 * The rights of the caller, looked up again before each event and every few seconds. A right that
 * is granted counts from then on.
 */
export class CurrentRights {
  context: Context;
  #checkedAt = performance.now();
  /** The access version from before the caller was read; undefined before the first check. */
  #version: number | undefined;

  constructor(context: Context) {
    this.context = context;
  }

  /** Returns true every few seconds, except while the rights cannot have changed. */
  isDue(): boolean {
    return performance.now() - this.#checkedAt >= checkMs && !this.#isStillCurrent();
  }

  /** Returns `ended` for revoked credentials, and `unknown` while the database cannot be read. */
  async check(): Promise<"current" | "ended" | "unknown"> {
    try {
      if (this.#isStillCurrent()) return "current";
      this.#version = this.context.store.accessVersion();
      this.context = (await this.context.lookUpAgain?.()) ?? this.context;
      this.#checkedAt = performance.now();
      return "current";
    } catch (error) {
      const isEnded = isAppError(error) && error.code !== "unavailable";
      return isEnded ? "ended" : this.#later();
    }
  }

  /** Returns true, and counts as a check, if the rights cannot have changed. */
  #isStillCurrent(): boolean {
    try {
      if (!this.#isUnchanged()) return false;
    } catch {
      // A closed store throws. The look-up of `check` reports it.
      return false;
    }
    this.#checkedAt = performance.now();
    return true;
  }

  /**
   * Performance: a thousand keys are not read every few seconds if no other process can have changed
   * them. The lifetime of a session is stored.
   */
  #isUnchanged(): boolean {
    const { store, caller, now } = this.context;
    if (caller.type !== "apiKey" || store.writesOf(apiKey.path) === undefined) return false;
    const isExpired = caller.endsAt !== undefined && now().toISOString() >= caller.endsAt;
    return !isExpired && store.accessVersion() === this.#version;
  }

  async #later(): Promise<"unknown"> {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return "unknown";
  }
}
