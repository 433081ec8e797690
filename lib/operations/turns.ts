/** How many changes are made in a row before others get a turn. */
const changesInARow = 200;

/**
 * Counts the changes of one write: the answer resolves at once, but after many in a row only when the event loop has
 * gone round, so that a write of tens of thousands of records does not stop the process for everyone.
 */
export function turns(): () => Promise<void> {
  let made = 0;
  return async () => {
    made += 1;
    if (made % changesInARow === 0) await new Promise(setImmediate);
  };
}
