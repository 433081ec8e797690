import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { StartupError } from "@/lib/startup-error";
import { newId } from "@/lib/store/port/new-id";
import type { Reader, Store, Writer } from "@/lib/store/port/store";

/** A lease that was not renewed for this long belongs to an import that was killed. */
const defaultLeaseMs = 10_000;
const renewalsInLease = 4;

/** The names of the settings that hold leases, as a pattern of SQL. */
export const leaseNames = "oneuptime import % lease";

/** The right of one process to import into a project. Stored in the target database. */
interface Lease {
  readonly id: string;
  /** The process, as the operator reads it. */
  readonly process: string;
  /** ISO 8601. */
  readonly since: string;
  /** Shows that the process runs: clocks of two machines may differ. */
  readonly renewals: number;
}

/** A lease that this process has taken. */
export interface ImportLease {
  /** Throws a `StartupError` inside a transaction if another import has taken the project over. */
  requireHeld(reader: Pick<Reader, "setting">): Promise<void>;
  /** Lets others import at once. Never rejects: a lease that stays ends by itself. */
  release(): Promise<void>;
}

/** How a lease is waited for. */
export interface LeaseOptions {
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** For tests. */
  readonly leaseMs?: number;
}

/**
 * Takes the lease of a project and renews it until the release. Another import that holds it may have
 * been killed: this waits as long as a lease lasts. Throws a `StartupError` that names the other import
 * if it still runs.
 */
export async function takeImportLease(
  store: Store,
  projectId: string,
  options: LeaseOptions,
): Promise<ImportLease> {
  const { leaseMs = defaultLeaseMs } = options;
  const own = { id: newId(), process: thisProcess(), since: new Date().toISOString() };
  const name = leaseNames.replace("%", projectId);
  const take = (ended: Lease | undefined) =>
    store.write((writer) => taken(writer, { name, own, ended, store }));
  const other = await take(undefined);
  if (other) await takeLater(take, other, options);
  let renewals = 0;
  const renewal = setInterval(() => {
    renewals += 1;
    const renew = (writer: Writer) => replaceOwn(writer, name, own.id, { ...own, renewals });
    // A lost lease, or a lost database, shows in the next transaction.
    store.write(renew).catch(() => undefined);
  }, leaseMs / renewalsInLease);
  return {
    requireHeld: async (reader) => {
      if ((await leaseAt(reader, name))?.id !== own.id) throw new StartupError(takenOver);
    },
    release: async () => {
      clearInterval(renewal);
      await store.write((writer) => replaceOwn(writer, name, own.id, null)).catch(() => undefined);
    },
  };
}

const takenOver =
  "Another import of this project has taken over, because this one stood still for too long. The records that were taken are kept.";

function thisProcess(): string {
  return `process ${process.pid} on ${hostname()}`;
}

interface Taking {
  readonly name: string;
  readonly own: Omit<Lease, "renewals">;
  /** A lease that has ended. */
  readonly ended: Lease | undefined;
  readonly store: Store;
}

/** Takes the lease. Returns the lease of another import instead if it may still run. */
async function taken(
  writer: Writer,
  { name, own, ended, store }: Taking,
): Promise<Lease | undefined> {
  const other = await leaseAt(writer, name);
  const hasEnded = ended !== undefined && isSame(other, ended);
  // A store that no other process may write to was left by the one that held the lease.
  const isAlone = store.writesOf("project") !== undefined && other?.process !== own.process;
  if (other && !hasEnded && !isAlone) return other;
  await writer.putSetting(name, JSON.stringify({ ...own, renewals: 0 }));
  return undefined;
}

/** Takes the lease once the other import has ended. */
async function takeLater(
  take: (ended: Lease | undefined) => Promise<Lease | undefined>,
  other: Lease,
  { say, signal, leaseMs = defaultLeaseMs }: LeaseOptions,
): Promise<void> {
  say(
    `Another import of this project was at work (${shown(other)}). Waiting ${Math.ceil(leaseMs / 1_000)} s to see whether it still runs.`,
  );
  for (let waited = 0; waited < renewalsInLease; waited += 1) {
    await wait(leaseMs / renewalsInLease, undefined, { signal });
    // The lease counts as ended once it has stayed the same all the time.
    const isLast = waited === renewalsInLease - 1;
    const found = await take(isLast ? other : undefined);
    if (!found) return;
    if (isSame(found, other)) continue;
    throw new StartupError(
      `This project is being imported already, by ${shown(found)}. Wait until that import ends, or stop it and continue it with --resume.`,
    );
  }
}

function isSame(one: Lease | undefined, other: Lease): boolean {
  return one?.id === other.id && one.renewals === other.renewals;
}

function shown({ process: name, since }: Lease): string {
  return `${name}, since ${since}`;
}

/** Returns the process of a stored lease, and since when it has run. */
export function shownLease(value: string): string {
  return shown(JSON.parse(value));
}

async function leaseAt(reader: Pick<Reader, "setting">, name: string): Promise<Lease | undefined> {
  const lease: Lease | null = JSON.parse((await reader.setting(name)) ?? "null");
  return lease ?? undefined;
}

/** Replaces a lease, unless another import has taken it. */
async function replaceOwn(writer: Writer, name: string, id: string, lease: Lease | null) {
  if ((await leaseAt(writer, name))?.id !== id) return;
  await writer.putSetting(name, JSON.stringify(lease));
}
