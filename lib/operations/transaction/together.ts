/**
 * Waits for parts that read independently of each other: on a server they share a round trip. Throws
 * the failure of the first part in the list, when all have ended.
 */
export async function together(parts: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(parts)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
