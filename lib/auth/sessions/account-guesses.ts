import type { Reader, Store } from "@/lib/store/port/store";
import { tooManyAttempts } from "./too-many-attempts";

const dayMs = 24 * 60 * 60 * 1000;
const mostADay = 100;
const longestHoldMs = 60 * 60 * 1000;
/** Told to the person at the next sign-in; fewer are their own mistakes. */
const fewestTold = 5;
const mostAccounts = 10_000;
const mostWritten = 1_000;
const fewestWritten = 10;
const writtenEveryMs = 60_000;
const setting = "guesses";

/** How often sign-ins failed before one succeeded, and since when, as ISO text. */
export interface FailedSignIns {
  readonly count: number;
  readonly since: string;
}

/** Wrong passwords for one account. Times are in milliseconds since 1970. */
interface Guesses {
  /** From addresses that the account was never signed in from, since `startedAt`. */
  count: number;
  startedAt: number;
  heldUntil: number;
  /** From anywhere, since the last sign-in. */
  failed: number;
  failedSince: number;
}

/** One attempt at an account. */
export interface Attempt {
  /** As `accountHash` answers it: unknown accounts are counted like known ones. */
  readonly account: string;
  /** The account was signed in from this address before. */
  readonly isKnown: boolean;
  readonly now: Date;
}

/**
 * Counts an attempt before it is checked. Throws `too_many_requests` after 100 in a day from addresses the account was
 * never signed in from: each further one holds the account back for twice as long, up to an hour. Counts are kept in
 * memory and written at most once a minute, so that guessing costs no writes.
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

/** Takes an attempt back: the password was right. */
export async function forgiveGuess(store: Store, attempt: Attempt): Promise<void> {
  const guesses = await guessesOf(store, attempt);
  guesses.failed = Math.max(0, guesses.failed - 1);
  if (!attempt.isKnown) guesses.count = Math.max(0, guesses.count - 1);
}

/** The failed attempts since the last sign-in, which begin anew; undefined when there were fewer than five. */
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

/** Writes what is counted at once; call it before closing the store. Throws when the write fails. */
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
  // With the database away, requests fail loudly already; the next attempt tries again.
  const write = () => void flushGuesses(store).catch(() => undefined);
  state.timer ??= setTimeout(write, writtenEveryMs).unref();
}

async function read(reader: Reader): Promise<Record<string, Guesses>> {
  return JSON.parse((await reader.setting(setting)) ?? "{}");
}

/** Another process may have counted beside this one. A day's count goes with the time at which that day began. */
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

/** Of two days that overlap the higher count holds, else the count of the later day. */
function countsBefore(one: Guesses, other: Guesses): boolean {
  const overlap = Math.abs(one.startedAt - other.startedAt) < dayMs;
  return overlap ? one.count > other.count : one.startedAt > other.startedAt;
}

function mostGuessed(byAccount: Map<string, Guesses>): Record<string, Guesses> {
  const worth = byGuesses(byAccount).filter(([, each]) => amountOf(each) >= fewestWritten);
  return Object.fromEntries(worth.slice(0, mostWritten));
}

/** Those guessed at least go first: an account cannot be hidden behind others without guessing at them as often. */
function dropLeast(byAccount: Map<string, Guesses>): void {
  for (const [account] of byGuesses(byAccount).slice(-mostAccounts / 10)) byAccount.delete(account);
}

function byGuesses(byAccount: Map<string, Guesses>): [string, Guesses][] {
  return [...byAccount].sort(([, one], [, other]) => amountOf(other) - amountOf(one));
}

function amountOf({ count, failed }: Guesses): number {
  return Math.max(count, failed);
}
