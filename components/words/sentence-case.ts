/**
 * Returns "Alert Severities" as it is written inside a sentence. Abbreviations such as AI and SCIM
 * stay.
 */
export function inSentence(title: string): string {
  return title.replace(/\S+/g, (word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
}

/** Returns "Alert Severities" as a heading or the beginning of a sentence: "Alert severities". */
export function sentenceCase(title: string): string {
  const plain = inSentence(title);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
