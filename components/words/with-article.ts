/** The name of a resource inside a sentence, as one of many: "an alert severity", "a user". */
export function withArticle(name: string): string {
  const plain = name === name.toUpperCase() ? name : name.toLowerCase();
  return `${/^[aeiou](?!ser)/i.test(plain) ? "an" : "a"} ${plain}`;
}
