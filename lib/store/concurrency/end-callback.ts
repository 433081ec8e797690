/**
 * The same pieces, with `onEnd` called once: after the last piece, when one fails, or when the reader leaves. Unlike the
 * `finally` of a generator this also holds for a reader that leaves before the first piece.
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
