import { type SampledEntry, SearchSample } from "./search-sample";

/** A sample of an index and the estimated number of its entries. */
export interface Sampled {
  readonly sample: SearchSample;
  readonly total: number;
}

/** Reads the existing entries among some numbers. */
export interface SampleSource {
  /** Identity of the connection. Concurrent callers on the same connection share one sample. */
  readonly over: object;
  /** Returns the highest entry number; 0 when there is none. */
  last(): Promise<number>;
  entries(numbers: readonly number[]): Promise<readonly SampledEntry[]>;
}

const size = 1_024;
const keptForMs = 10 * 60 * 1_000;
/** Growth factor of the index after which the sample is renewed. */
const growth = 1.5;

/** Caches a sample until it is old or the index has outgrown it. */
export class CachedSample {
  #kept: (Sampled & { readonly last: number; readonly at: number }) | undefined;
  // A transaction must not wait for another connection, which may itself wait for its end.
  readonly #drawing = new WeakMap<object, Promise<Sampled>>();

  /** Returns the cached sample of an index, or takes a new one. */
  async of(source: SampleSource): Promise<Sampled> {
    const last = await source.last();
    const kept = this.#kept;
    const serves = kept && last <= kept.last * growth && performance.now() - kept.at < keptForMs;
    if (serves) return kept;
    const { over } = source;
    const begun = this.#drawing.get(over);
    if (begun) return begun;
    const drawing = this.#draw(source, last).finally(() => this.#drawing.delete(over));
    this.#drawing.set(over, drawing);
    return drawing;
  }

  async #draw(source: SampleSource, last: number): Promise<Sampled> {
    const entries = await source.entries(someOf(last));
    const drawn = Math.min(size, Math.max(1, last));
    const total = Math.round((last * entries.length) / drawn);
    const sampled = { sample: new SearchSample(entries), total };
    this.#kept = { ...sampled, last, at: performance.now() };
    return sampled;
  }
}

/**
 * Returns up to `size` numbers from 1 to `last`, one random number from each of as many equal
 * ranges.
 */
function someOf(last: number): number[] {
  const stretch = Math.max(1, last / size);
  const count = Math.min(size, last);
  return Array.from(
    { length: count },
    (_, place) => 1 + Math.floor((place + Math.random()) * stretch),
  ).map((number) => Math.min(number, last));
}
