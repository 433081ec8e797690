/**
 * Returns the name of a resource with its article, for use inside a sentence: "an alert severity",
 * "a user".
 */
export function withArticle(name: string): string {
  const plain = name === name.toUpperCase() ? name : name.toLowerCase();
  return `${/^[aeiou](?!ser)/i.test(plain) ? "an" : "a"} ${plain}`;
}
