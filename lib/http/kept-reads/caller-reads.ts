import type { PreparedRead } from "@/lib/http/routes/read-routes";

/** Limit on the estimated bytes of one caller, half for the reads used since the last eviction. */
const mostBytes = 1_000_000;
/** Estimated bytes of a prepared read besides its text: conditions, columns, parameters. */
const bytesOfRead = 6_000;
/** The same for each character of its text. */
const bytesOfCharacter = 12;

/**
 * The prepared reads of one caller. A text is prepared for keeping when it comes for the second
 * time, because most texts with a value of their own come once.
 */
export class CallerReads {
  #young = new Map<string, PreparedRead | typeof seen>();
  #old = new Map<string, PreparedRead | typeof seen>();
  #youngBytes = 0;
  #oldBytes = 0;
  readonly #onGrowth: (bytes: number) => void;

  /** `onGrowth` is told by how many bytes the reads have grown, at most. */
  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth;
  }

  /** Estimated bytes of the reads and their texts. */
  get bytes(): number {
    return this.#youngBytes + this.#oldBytes;
  }

  /** Returns the read of a text. */
  get(key: string): PreparedRead | undefined {
    const found = this.#young.get(key) ?? this.#old.get(key);
    if (found === undefined || found === seen) return undefined;
    if (!this.#young.has(key)) this.#add(key, found);
    return found;
  }

  /** Keeps the read of a text that came before; the first time, only the text. */
  keep(key: string, read: PreparedRead): void {
    const isSeen = this.#young.has(key) || this.#old.has(key);
    this.#add(key, isSeen ? read : seen);
  }

  #add(key: string, value: PreparedRead | typeof seen): void {
    const former = this.#young.get(key);
    const more = bytesOf(key, value) - (former ? bytesOf(key, former) : 0);
    this.#youngBytes += more;
    this.#young.set(key, value);
    if (this.#youngBytes >= mostBytes / 2) {
      [this.#old, this.#oldBytes] = [this.#young, this.#youngBytes];
      [this.#young, this.#youngBytes] = [new Map(), 0];
    }
    this.#onGrowth(more);
  }
}

const seen = Symbol("seen once");

function bytesOf(key: string, value: PreparedRead | typeof seen): number {
  const text = 100 + 2 * key.length;
  return value === seen ? text : text + bytesOfRead + bytesOfCharacter * key.length;
}
