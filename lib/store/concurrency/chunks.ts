/**
 * Iterates over the chunks that `next` returns until it returns undefined. `close` runs at the end,
 * after a failure, and when the reader stops early, even before the first chunk: a generator that
 * never started would skip its `finally`.
 */
export function chunksFrom<T>(
  next: () => Promise<T | undefined>,
  close: () => Promise<void>,
): AsyncIterableIterator<T> {
  const end = async () => {
    await close();
    return { done: true as const, value: undefined };
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      try {
        const value = await next();
        return value === undefined ? await end() : { done: false, value };
      } catch (error) {
        await close();
        throw error;
      }
    },
    return: end,
  };
}
