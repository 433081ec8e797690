/** Returns a random text. Pages without TLS have no `crypto.randomUUID`. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
