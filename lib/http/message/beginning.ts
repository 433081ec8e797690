import type { ApiResponse } from "./request-response";

type Pieces = NonNullable<ApiResponse["stream"]>;
type Piece = string | Uint8Array;

/** A stream whose beginning was read. */
interface Begun {
  /** The same pieces, those that were read included. */
  readonly pieces: Pieces;
  /** True if all pieces were read. */
  readonly isWhole: boolean;
  /** Ends the stream, also before the first piece is read. */
  readonly leave: () => void;
}

/** Reads a stream until more than `bytes` are there, or its end. Throws as the stream does. */
export async function beginningOf(stream: Pieces, bytes: number): Promise<Begun> {
  const walk = stream[Symbol.asyncIterator]();
  const leave = () => void walk.return?.();
  const read: Piece[] = [];
  for (let size = 0; size <= bytes; ) {
    const { done, value } = await walk.next();
    if (done) return { pieces: continued(read), isWhole: true, leave };
    read.push(value);
    size += Buffer.byteLength(value);
  }
  return { pieces: continued(read, walk), isWhole: false, leave };
}

async function* continued(
  read: readonly Piece[],
  walk?: AsyncIterator<Piece>,
): AsyncGenerator<Piece> {
  try {
    yield* read;
    for (let next = await walk?.next(); next && !next.done; next = await walk?.next()) {
      yield next.value;
    }
  } finally {
    await walk?.return?.();
  }
}
