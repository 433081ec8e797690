/** Returns the beginning and the end of an id, which distinguish it from others. */
export function shortId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 4)}…${id.slice(-6)}`;
}
