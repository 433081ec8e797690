import { AppError } from "@/lib/errors";

/** A request that waits. */
interface Waiting {
  readonly since: number;
  readonly go: () => void;
  readonly refuse: (error: AppError) => void;
}

/** What `take` throws. One for all: to write down where it happened costs more than to turn a request away. */
export const turnedAway = new AppError(
  "unavailable",
  "The server has too much to do at the moment. Send the request again in a second.",
  { retryAfterSeconds: 1 },
);

/** How long requests are begun in one turn of the event loop, in milliseconds; the rest waits for the next. */
const sliceMs = 7;
/** How many may be under way at once; others wait, where it is known for how long. */
const mostUnderWay = 64;
/** How much the last to begin counts for the pace of a line: little, so that a few slow ones are not held for all. */
const weightOfOne = 1 / 500;

/**
 * Lets requests begin in the order they came, a few in each turn of the event loop, so that what may not wait
 * (health, new connections, answers) gets through however many there are. What has waited longer than `limitMs` is
 * turned away when it would be its turn; what has begun is left alone.
 */
export class Turns {
  readonly #limitMs: number;
  readonly #waiting: Waiting[] = [];
  #first = 0;
  #underWay = 0;
  #sliceEnd: number | undefined;
  #isWalking = false;
  #timer: NodeJS.Timeout | undefined;
  /** How long after one in this line the next one begins, and when the last did. */
  #paceMs = 0;
  #lastBegan: number | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** How long the first in line has waited, in milliseconds; 0 when nobody waits. */
  get oldestMs(): number {
    const first = this.#waiting[this.#first];
    return first ? performance.now() - first.since : 0;
  }

  /**
   * True while the first in line has waited almost as long as one may, or who comes now would have to, as quickly as
   * those of this line have begun: nobody is let in then, because it costs least to say so before anything else is done.
   * How long a line will take is only asked once its first has waited a while: who come all at once may well be short.
   */
  get isFull(): boolean {
    const { oldestMs } = this;
    if (oldestMs < this.#limitMs * 0.4) return false;
    return Math.max(oldestMs, this.#length * this.#paceMs) > this.#limitMs * 0.8;
  }

  /** Runs `work` when its turn comes. Throws `turnedAway`, with `work` not begun, when that takes too long. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isFree()) await this.#wait(performance.now());
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#walkSoon();
    }
  }

  /** How many requests wait, and how long the first of them has. */
  waiting(): { readonly requests: number; readonly longestMs: number } {
    return { requests: this.#length, longestMs: this.oldestMs };
  }

  get #length(): number {
    return this.#waiting.length - this.#first;
  }

  #isFree(): boolean {
    return this.#length === 0 && this.#underWay < mostUnderWay && this.#isInSlice();
  }

  /** Whether this turn of the loop has time left; its first request begins the slice. */
  #isInSlice(): boolean {
    const now = performance.now();
    if (this.#sliceEnd === undefined) {
      this.#sliceEnd = now + sliceMs;
      setImmediate(() => {
        this.#sliceEnd = undefined;
        this.#walkSoon();
      });
    }
    return now < this.#sliceEnd;
  }

  #wait(since: number): Promise<void> {
    if (this.#length === 0) this.#forgetPace();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ since, go: resolve, refuse: reject });
      this.#walkSoon();
    });
  }

  #walkSoon(): void {
    if (this.#isWalking || this.#length === 0) return;
    this.#isWalking = true;
    setImmediate(() => void this.#walk());
  }

  async #walk(): Promise<void> {
    while (this.#length > 0) {
      const next = this.#waiting[this.#first];
      if (!next) break;
      const isLate = performance.now() - next.since > this.#limitMs;
      if (!isLate && (this.#underWay >= mostUnderWay || !this.#isInSlice())) break;
      this.#drop();
      if (isLate) {
        next.refuse(turnedAway);
        continue;
      }
      this.#notePace();
      await begun(next);
    }
    this.#isWalking = false;
    this.#lookAgain();
  }

  #notePace(): void {
    const now = performance.now();
    if (this.#lastBegan !== undefined) {
      this.#paceMs += (now - this.#lastBegan - this.#paceMs) * weightOfOne;
    }
    this.#lastBegan = now;
  }

  /** Where a line begins: what the last one took says nothing of it, which may be hours ago. */
  #forgetPace(): void {
    this.#lastBegan = undefined;
    this.#paceMs = 0;
  }

  /** Where all that is under way stands still, nobody else would look at those who have waited long enough. */
  #lookAgain(): void {
    const next = this.#waiting[this.#first];
    if (!next || this.#timer) return;
    const inMs = next.since + this.#limitMs - performance.now() + 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#walkSoon();
    }, inMs);
  }

  /** Taking off an array's front moves all the rest, so that is done once in a while. */
  #drop(): void {
    this.#first += 1;
    if (this.#first < 1_000 && this.#first < this.#waiting.length) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
  }
}

/** Lets one go on as far as it gets by itself: `nextTick` comes after everything that waits for nothing outside. */
function begun({ go }: Waiting): Promise<void> {
  go();
  return new Promise((resolve) => process.nextTick(resolve));
}
