/**
 * The pieces that `next` answers, until it answers undefined. `close` runs once they have ended or failed, and when
 * their reader leaves, even before the first: a generator that was never begun would skip its `finally`.
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
