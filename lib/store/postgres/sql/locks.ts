import pg from "pg";
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

/** Waits for the global write lock as long as this. The statements after it have the usual limit. */
export function writeLockWithin(waitMs: number): string {
  return `set local lock_timeout = ${waitMs}; ${writeLock}; set local lock_timeout to default`;
}

/**
 * Waits for the lock of one project, and before it for a share of the write lock, both released at
 * the end of the transaction. Projects with the same hash wait for each other.
 */
export function projectLock(project: string): string {
  const key = `hashtext(current_schema() || ' ' || ${literal(project)})`;
  return [
    `select pg_advisory_xact_lock_shared(${ours}, ${deployment})`,
    `select pg_advisory_xact_lock(${ours + 2}, ${key})`,
  ].join("; ");
}

const orderKey = `${ours + 3}, ${deployment}`;

/** Waits for the lock under which entries of the change log get their numbers. */
export const orderLock = `select pg_advisory_xact_lock(${orderKey})`;

/** Expression that takes the same lock, and is false when another transaction holds it. */
export const tryOrderLock = `pg_try_advisory_xact_lock(${orderKey})`;

function literal(text: string): string {
  return pg.escapeLiteral(text);
}

/**
 * A statement of its own after the lock: the statement that waits for the lock sees the state from
 * before.
 */
export const stateUnderLock = `select version, (select value from tocsin_counter where name = '${accessCounter}') as access from ${versionTable}`;

/** Waits for the migration lock, released at the end of the connection. */
export const upgradeLock = `select pg_advisory_lock(${ours + 1}, ${deployment})`;
