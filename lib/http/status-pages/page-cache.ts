import { setTimeout as pause } from "node:timers/promises";
import type { RecentChanges } from "@/lib/events/recent-changes";
import type { RecordChange } from "@/lib/events/record-change";
import { shownKinds } from "@/lib/operations/status-pages/shown-kinds";
import { type Entry, isFresh, type Kept } from "./page-entry";

/** A page that is being made, and the projects that changed since this began. */
interface Making<Page> extends Seen {
  readonly made: Promise<Page | undefined>;
}

interface Seen {
  /** Projects with any change that pages show. */
  readonly touched: Set<string>;
  /** Projects of which the record itself or one of a page changed. */
  readonly replaced: Set<string>;
}

/** Longest time that a page is kept, in milliseconds, because it also changes by time. */
const longestMs = 30_000;
/** Most makings for one request, if the page's own record changes during each. */
const mostMakings = 3;
const mostPages = 100;
/** Most characters of all pages. */
const mostSize = 24_000_000;
/** Longest wait for a change before pages that ended are dropped, in milliseconds. */
const longestWaitMs = 10_000;
const retryMs = 1_000;
const batchSize = 1_000;

/**
 * Status pages by slug. A page is made once for all requests that wait for it, and again after a
 * change in its project, which the change log tells in every process. A change of the page's own
 * record, such as the end of its publication, drops it at once.
 */
export class PageCache<Page extends Kept> {
  readonly #recent: RecentChanges;
  readonly #make: (slug: string) => Promise<Page | undefined>;
  readonly #entries = new Map<string, Entry<Page>>();
  readonly #making = new Map<string, Making<Page>>();
  #watching: Promise<void> | undefined;

  /** `make` returns undefined for a slug without a page, which is not kept. */
  constructor(recent: RecentChanges, make: (slug: string) => Promise<Page | undefined>) {
    this.#recent = recent;
    this.#make = make;
  }

  /** Returns the page of a slug, at most half a second older than its latest change. */
  async get(slug: string): Promise<Page | undefined> {
    const entry = this.#entries.get(slug);
    if (entry && isFresh(entry, performance.now())) {
      this.#evict();
      return entry.page;
    }
    // The following may end while this waits for it.
    do {
      this.#watching ??= this.#watch();
      await this.#watching;
    } while (!this.#watching);
    return await this.#makeOnce(slug);
  }

  /** The number of pages in memory. */
  get size(): number {
    return this.#entries.size;
  }

  async #makeOnce(slug: string): Promise<Page | undefined> {
    const underWay = this.#making.get(slug);
    if (underWay) return await underWay.made;
    const seen = { touched: new Set<string>(), replaced: new Set<string>() };
    const made = this.#makeKept(slug, seen);
    this.#making.set(slug, { made, ...seen });
    try {
      return await made;
    } finally {
      this.#making.delete(slug);
    }
  }

  /** A page whose own record changed while it was made may no longer be shown: it is made again. */
  async #makeKept(slug: string, { touched, replaced }: Seen): Promise<Page | undefined> {
    for (let left = mostMakings; ; left -= 1) {
      touched.clear();
      replaced.clear();
      const began = performance.now();
      const { generation } = this.#recent;
      const page = await this.#make(slug);
      this.#entries.delete(slug);
      const hasLost = this.#recent.generation !== generation;
      const isReplaced = page !== undefined && (hasLost || replaced.has(page.projectId));
      if (isReplaced && left > 1) continue;
      if (page && !isReplaced) this.#keep(slug, page, began, touched.has(page.projectId));
      return page;
    }
  }

  #keep(slug: string, page: Page, began: number, isStale: boolean): void {
    const madeAt = performance.now();
    const until = madeAt + Math.min(longestMs, Math.max(0, page.changesInMs));
    this.#entries.set(slug, { page, madeAt, until, readForMs: madeAt - began, isStale });
    this.#evict();
  }

  /** Drops the oldest pages above the limits. Documents of a page are made after it is kept. */
  #evict(): void {
    let size = 0;
    for (const { page: one } of this.#entries.values()) size += one.size();
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= mostPages && size <= mostSize) return;
      size -= entry.page.size();
      this.#entries.delete(oldest);
    }
  }

  async #watch(): Promise<void> {
    try {
      const { generation } = this.#recent;
      const position = await this.#recent.join();
      void this.#follow(position, generation);
    } catch (error) {
      this.#watching = undefined;
      throw error;
    }
  }

  /** Follows the change log while there are pages. */
  async #follow(from: number, joined: number): Promise<void> {
    const { signal } = new AbortController();
    let generation = joined;
    for (let position = from; ; ) {
      const end = performance.now() + longestWaitMs;
      const hasLost = () => this.#recent.generation !== generation;
      const isDue = () => hasLost() || performance.now() >= end;
      await this.#recent.waitAfter(position, { projects: "all", isDue, signal });
      if (hasLost()) {
        // A page may show what a failover has lost.
        this.#entries.clear();
        ({ generation, last: position } = this.#recent);
      }
      try {
        const { changes, last } = await this.#recent.after(position, batchSize, "all");
        for (const change of changes) this.#note(change);
        position = last;
      } catch {
        // Requests report the state of the database. No page is served that may have changed.
        this.#entries.clear();
        await pause(retryMs, undefined, { ref: false });
      }
      this.#dropEnded();
      if (this.#entries.size > 0 || this.#making.size > 0) continue;
      this.#watching = undefined;
      this.#recent.leave();
      return;
    }
  }

  #note({ resource, projectId, recordId }: RecordChange): void {
    const isOfPage = resource === "status-page" || resource === "project";
    const changed = resource === "project" ? recordId : projectId;
    if (changed === null || (!isOfPage && !shownKinds.has(resource))) return;
    this.#touch(changed, isOfPage);
  }

  #touch(projectId: string, isOfPage: boolean): void {
    for (const { touched, replaced } of this.#making.values()) {
      (isOfPage ? replaced : touched).add(projectId);
    }
    for (const [slug, entry] of this.#entries) {
      if (entry.page.projectId !== projectId) continue;
      if (isOfPage) this.#entries.delete(slug);
      else entry.isStale = true;
    }
  }

  #dropEnded(): void {
    const now = performance.now();
    for (const [slug, { until }] of this.#entries) if (until <= now) this.#entries.delete(slug);
  }
}
