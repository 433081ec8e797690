import { randomKey } from "@/lib/client/http/random-key";

/** Time after which the lease of a leader that has gone is taken over, in milliseconds. */
const leaseMs = 6_000;

/**
 * Resolves when this tab leads all tabs with the same `name`; it leads until `signal` aborts.
 * Rejects at the abort. By Web Locks, and by a lease in `localStorage` where the page is not secure
 * (Secure Contexts, section 3.1).
 */
export function leadTabs(name: string, signal: AbortSignal): Promise<void> {
  return "locks" in navigator ? leadByLock(name, signal) : leadByLease(name, signal);
}

function leadByLock(name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = () =>
      new Promise<void>((end) => {
        signal.addEventListener("abort", () => end());
        resolve();
      });
    navigator.locks.request(name, { signal }, held).catch(reject);
  });
}

interface Lease {
  readonly tab: string;
  readonly until: number;
}

/** Two tabs may lead for one interval. Changes then arrive twice, which is harmless. */
function leadByLease(name: string, signal: AbortSignal): Promise<void> {
  const tab = randomKey();
  return new Promise((resolve, reject) => {
    const look = () => {
      const lease = leaseOf(name);
      if (lease && lease.tab !== tab && lease.until > Date.now()) return;
      localStorage.setItem(name, JSON.stringify({ tab, until: Date.now() + leaseMs }));
      // The tab that wrote last has the lease.
      if (lease?.tab === tab) resolve();
    };
    const timer = setInterval(look, leaseMs / 4);
    look();
    signal.addEventListener("abort", () => {
      clearInterval(timer);
      if (leaseOf(name)?.tab === tab) localStorage.removeItem(name);
      reject(new DOMException("The tab leaves.", "AbortError"));
    });
  });
}

function leaseOf(name: string): Lease | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
