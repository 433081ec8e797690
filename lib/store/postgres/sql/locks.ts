import { versionTable } from "@/lib/store/upgrade/migrations";

/** The first half of the key of every lock of Tocsin; the second half tells deployments of one database apart. */
const ours = 0x746f6373;
const deployment = "hashtext(current_schema())";

/** Waits for the one lock of all writes of a deployment, which the end of the transaction gives back. */
export const writeLock = `select pg_advisory_xact_lock(${ours}, ${deployment})`;

/** Asked under the lock, in a statement of its own: one that waits for the lock sees what was there before. */
export const versionUnderLock = `select version from ${versionTable}`;

/** Waits for the lock of those that bring a database up to date; the end of the connection gives it back. */
export const upgradeLock = `select pg_advisory_lock(${ours + 1}, ${deployment})`;
