import type { Reader, Store } from "@/lib/store/port/store";
import { tooManyAttempts } from "./too-many-attempts";

const dayMs = 24 * 60 * 60 * 1000;
const mostADay = 100;
const longestHoldMs = 60 * 60 * 1000;
/** The minimum number of failures shown at the next sign-in. Fewer are the user's own mistakes. */
const fewestTold = 5;
const mostAccounts = 10_000;
const mostWritten = 1_000;
const fewestWritten = 10;
const writtenEveryMs = 60_000;
const setting = "guesses";

/** The number of failed sign-ins before a success, and the time of the first, ISO 8601. */
export interface FailedSignIns {
  readonly count: number;
  readonly since: string;
}

/** Wrong passwords for one account. Times are in milliseconds since 1970. */
interface Guesses {
  /** From addresses unknown to the account, since `startedAt`. */
  count: number;
  startedAt: number;
  heldUntil: number;
  /** From all addresses, since the last sign-in. */
  failed: number;
  failedSince: number;
}

/** One sign-in attempt at an account. */
export interface Attempt {
  /** A hash from `accountHash`. Unknown accounts are counted like known ones. */
  readonly account: string;
  /** True if the account was signed in from this address before. */
  readonly isKnown: boolean;
  readonly now: Date;
}

/**
 * Counts an attempt before it is checked. Throws `too_many_requests` after 100 in a day from
 * addresses unknown to the account. Each further attempt doubles the delay for the account, up to
 * an hour. Counts are kept in memory and written at most once a minute, so that guessing causes few
 * writes.
 */
export async function countGuess(store: Store, attempt: Attempt): Promise<void> {
  const guesses = await guessesOf(store, attempt);
  const now = attempt.now.getTime();
  if (!attempt.isKnown) countUnknown(guesses, now);
  if (guesses.failed === 0) guesses.failedSince = now;
  guesses.failed += 1;
  writeLater(store);
}

function countUnknown(guesses: Guesses, now: number): void {
  if (now - guesses.startedAt >= dayMs) Object.assign(guesses, { count: 0, startedAt: now });
  if (now < guesses.heldUntil) throw tooManyAttempts(guesses.heldUntil - now);
  guesses.count += 1;
  const beyond = guesses.count - mostADay;
  if (beyond >= 0) guesses.heldUntil = now + Math.min(longestHoldMs, 1000 * 2 ** beyond);
}

/** Takes an attempt back after a correct password. */
export async function forgiveGuess(store: Store, attempt: Attempt): Promise<void> {
  const guesses = await guessesOf(store, attempt);
  guesses.failed = Math.max(0, guesses.failed - 1);
  if (!attempt.isKnown) guesses.count = Math.max(0, guesses.count - 1);
}

/** Returns and resets the failed attempts since the last sign-in; undefined if fewer than five. */
export async function failuresBefore(
  store: Store,
  attempt: Attempt,
): Promise<FailedSignIns | undefined> {
  const guesses = await guessesOf(store, attempt);
  const { failed: count, failedSince } = guesses;
  Object.assign(guesses, { failed: 0, failedSince: 0 });
  if (count < fewestTold) return undefined;
  writeLater(store);
  return { count, since: new Date(failedSince).toISOString() };
}

/** Writes the counts at once. Call it before closing the store. Throws when the write fails. */
export async function flushGuesses(store: Store): Promise<void> {
  const state = states.get(store);
  if (!state?.timer) return;
  clearTimeout(state.timer);
  state.timer = undefined;
  await store.write(async (writer) => {
    merge(state.byAccount, await read(writer));
    await writer.putSetting(setting, JSON.stringify(mostGuessed(state.byAccount)));
  });
}

interface State {
  readonly byAccount: Map<string, Guesses>;
  timer: NodeJS.Timeout | undefined;
}

const states = new WeakMap<Store, State>();
const loading = new WeakMap<Store, Promise<State>>();

async function guessesOf(store: Store, { account }: Attempt): Promise<Guesses> {
  const { byAccount } = states.get(store) ?? (await load(store));
  const known = byAccount.get(account);
  if (known) return known;
  if (byAccount.size >= mostAccounts) dropLeast(byAccount);
  const made = { count: 0, startedAt: 0, heldUntil: 0, failed: 0, failedSince: 0 };
  byAccount.set(account, made);
  return made;
}

function load(store: Store): Promise<State> {
  const underWay = loading.get(store) ?? readState(store);
  loading.set(store, underWay);
  underWay.catch(() => loading.delete(store));
  return underWay;
}

async function readState(store: Store): Promise<State> {
  const state = { byAccount: new Map(Object.entries(await read(store.reader))), timer: undefined };
  states.set(store, state);
  return state;
}

function writeLater(store: Store): void {
  const state = states.get(store);
  if (!state) return;
  // If the database is away, requests already fail visibly. The next attempt tries again.
  const write = () => void flushGuesses(store).catch(() => undefined);
  state.timer ??= setTimeout(write, writtenEveryMs).unref();
}

async function read(reader: Reader): Promise<Record<string, Guesses>> {
  return JSON.parse((await reader.setting(setting)) ?? "{}");
}

/** Merges the counts of another process. A day's count belongs to the start time of that day. */
function merge(byAccount: Map<string, Guesses>, kept: Record<string, Guesses>): void {
  for (const [account, theirs] of Object.entries(kept)) {
    const ours = byAccount.get(account);
    if (!ours) {
      if (byAccount.size < mostAccounts) byAccount.set(account, theirs);
    } else {
      ours.heldUntil = Math.max(ours.heldUntil, theirs.heldUntil);
      if (countsBefore(theirs, ours)) {
        Object.assign(ours, { count: theirs.count, startedAt: theirs.startedAt });
      }
    }
  }
}

/** Compares two days' counts: the higher if the days overlap, else that of the later day. */
function countsBefore(one: Guesses, other: Guesses): boolean {
  const overlap = Math.abs(one.startedAt - other.startedAt) < dayMs;
  return overlap ? one.count > other.count : one.startedAt > other.startedAt;
}

function mostGuessed(byAccount: Map<string, Guesses>): Record<string, Guesses> {
  const worth = byGuesses(byAccount).filter(([, each]) => amountOf(each) >= fewestWritten);
  return Object.fromEntries(worth.slice(0, mostWritten));
}

/** Drops the least guessed accounts: to evict one, an attacker must guess at others as often. */
function dropLeast(byAccount: Map<string, Guesses>): void {
  for (const [account] of byGuesses(byAccount).slice(-mostAccounts / 10)) byAccount.delete(account);
}

function byGuesses(byAccount: Map<string, Guesses>): [string, Guesses][] {
  return [...byAccount].sort(([, one], [, other]) => amountOf(other) - amountOf(one));
}

function amountOf({ count, failed }: Guesses): number {
  return Math.max(count, failed);
}
