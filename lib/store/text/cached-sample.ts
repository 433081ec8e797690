import { type SampledEntry, SearchSample } from "./search-sample";

/** The sample of an index and how many entries that has. */
export interface Sampled {
  readonly sample: SearchSample;
  readonly total: number;
}

/** Reads entries by their numbers, those of them that there are. */
export interface SampleSource {
  /** What it reads through. Those who read through the same at the same time get one sample. */
  readonly over: object;
  /** The highest number of an entry; 0 when there is none. */
  last(): Promise<number>;
  entries(numbers: readonly number[]): Promise<readonly SampledEntry[]>;
}

const size = 1_024;
const keptForMs = 10 * 60 * 1_000;
/** An index that has grown so many times over is looked at anew. */
const growth = 1.5;

/** Keeps a sample until it is old or the index has outgrown it. */
export class CachedSample {
  #kept: (Sampled & { readonly last: number; readonly at: number }) | undefined;
  // A transaction waits for nobody outside it: that one may itself wait for its end.
  readonly #drawing = new WeakMap<object, Promise<Sampled>>();

  /** The sample of an index, taken now where there is none that serves. */
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

/** So many numbers from 1 to `last`, one from each of as many stretches of equal length. */
function someOf(last: number): number[] {
  const stretch = Math.max(1, last / size);
  const count = Math.min(size, last);
  return Array.from(
    { length: count },
    (_, place) => 1 + Math.floor((place + Math.random()) * stretch),
  ).map((number) => Math.min(number, last));
}
