import { versionTable } from "@/lib/store/upgrade/migrations";
import { accessCounter } from "@/lib/store/write/access-changes";

/**
 * First half of the key of each Tocsin lock; the second half distinguishes deployments in one
 * database.
 */
const ours = 0x746f6373;
const deployment = "hashtext(current_schema())";

/** Waits for the global write lock of a deployment, released at the end of the transaction. */
export const writeLock = `select pg_advisory_xact_lock(${ours}, ${deployment})`;

/**
 * A statement of its own after the lock: the statement that waits for the lock sees the state from
 * before.
 */
export const stateUnderLock = `select version, (select value from tocsin_counter where name = '${accessCounter}') as access from ${versionTable}`;

/** Waits for the migration lock, released at the end of the connection. */
export const upgradeLock = `select pg_advisory_lock(${ours + 1}, ${deployment})`;
