/** A binary heap: `first` is the element that precedes all others. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #precedes: (one: T, other: T) => boolean;

  constructor(precedes: (one: T, other: T) => boolean) {
    this.#precedes = precedes;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    const items = this.#items;
    let place = items.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || !this.#precedes(item, parent)) break;
      items[place] = parent;
      place = above;
    }
    items[place] = item;
  }

  removeFirst(): void {
    const items = this.#items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let place = 0;
    for (;;) {
      const below = this.#firstOf(2 * place + 1, 2 * place + 2);
      const child = items[below];
      if (child === undefined || !this.#precedes(child, last)) break;
      items[place] = child;
      place = below;
    }
    items[place] = last;
  }

  #firstOf(left: number, right: number): number {
    const [one, other] = [this.#items[left], this.#items[right]];
    if (one === undefined || other === undefined) return left;
    return this.#precedes(other, one) ? right : left;
  }
}
