/**
 * Iterates over the same chunks and calls `onEnd` once they end or fail, or when the reader stops
 * early. Unlike the `finally` of a generator, this covers a reader that stops before the first
 * chunk.
 */
export function withEndCallback<T>(pieces: AsyncGenerator<T>, onEnd: () => void): AsyncIterable<T> {
  const last = async (step: () => Promise<IteratorResult<T>>) => {
    try {
      const result = await step();
      if (result.done) onEnd();
      return result;
    } catch (error) {
      onEnd();
      throw error;
    }
  };
  const iterator: AsyncIterator<T> = {
    next: () => last(() => pieces.next()),
    return: async () => {
      onEnd();
      return pieces.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
