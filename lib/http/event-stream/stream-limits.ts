import { AppError } from "@/lib/errors";

const mostInProcess = 2_000;

/** A caller of streams: the id of a key or a session, and the limit on its open streams. */
export interface StreamOwner {
  readonly id: string;
  readonly most: number;
}

/** Counts the open streams of the process and of each caller. */
export class StreamLimits {
  readonly #open = new Map<string, number>();
  #total = 0;

  /** Throws a 503 if the caller or the process has as many streams as it may. */
  require(owner: StreamOwner): void {
    if (this.#total >= mostInProcess) throw refusal("The server has too many open streams.");
    if ((this.#open.get(owner.id) ?? 0) < owner.most) return;
    throw refusal(`At most ${owner.most} streams of events may be open. Close one first.`);
  }

  /**
   * Counts a stream. Returns a function that ends it, which may be called several times. Throws as
   * `require` does.
   */
  take(owner: StreamOwner): () => void {
    this.require(owner);
    this.#add(owner.id, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#add(owner.id, -1);
      isTaken = false;
    };
  }

  #add(id: string, change: number): void {
    this.#total += change;
    const open = (this.#open.get(id) ?? 0) + change;
    if (open > 0) this.#open.set(id, open);
    else this.#open.delete(id);
  }
}

function refusal(detail: string): AppError {
  return new AppError("unavailable", detail, { retryAfterSeconds: 5, notBegun: true });
}
