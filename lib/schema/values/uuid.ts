/** The shape of a UUID of any version, in any case. */
export const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for a UUID of any version, in any case. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}
