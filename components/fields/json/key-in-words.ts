/**
 * Returns a key such as `customersAffected` or `root_cause` as words, "Customers affected". Keys of
 * other forms stay as they are.
 */
export function keyInWords(key: string): string {
  if (!/^[a-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/.test(key)) return key;
  const words = key
    .replaceAll(/[_-]/g, " ")
    .replaceAll(
      /([a-z0-9])([A-Z])(?=[a-z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll(/([a-z0-9])([A-Z]+)/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
