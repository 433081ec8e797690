/** A set of integers below about 1,024, one bit each, with fast intersection and union. */
export class BitSet {
  readonly #words: Uint32Array;

  /** Elements are from 0 to `size` - 1; `numbers` are the initial ones. */
  constructor(size: number, numbers: Iterable<number> = []) {
    this.#words = new Uint32Array(Math.ceil(size / 32));
    for (const number of numbers) {
      this.#words[number >>> 5] = (this.#words[number >>> 5] ?? 0) | (1 << (number & 31));
    }
  }

  /** Number of elements. */
  get size(): number {
    return this.sizeWith(this);
  }

  /** Returns the size of the intersection. */
  sizeWith(other: BitSet): number {
    let size = 0;
    for (let place = 0; place < this.#words.length; place += 1) {
      size += ones((this.#words[place] ?? 0) & (other.#words[place] ?? 0));
    }
    return size;
  }

  /** Returns the intersection with a set of the same size. */
  and(other: BitSet): BitSet {
    return this.#with(other, (one, two) => one & two);
  }

  /** Returns the union with a set of the same size. */
  or(other: BitSet): BitSet {
    return this.#with(other, (one, two) => one | two);
  }

  #with(other: BitSet, meet: (one: number, two: number) => number): BitSet {
    const met = new BitSet(this.#words.length * 32);
    for (let place = 0; place < this.#words.length; place += 1) {
      met.#words[place] = meet(this.#words[place] ?? 0, other.#words[place] ?? 0);
    }
    return met;
  }
}

/** Returns the number of set bits in 32, counted in pairs, fours and eights in parallel. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
