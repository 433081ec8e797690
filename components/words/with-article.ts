import { inSentence } from "./sentence-case";

/**
 * Returns the name of a resource with its article, for use inside a sentence: "an alert severity",
 * "a user", "an AI agent".
 */
export function withArticle(name: string): string {
  const plain = inSentence(name);
  return `${/^[aeiou](?!ser)/i.test(plain) ? "an" : "a"} ${plain}`;
}
