/** "Alert Severities" as it stands inside a sentence; abbreviations such as AI and SCIM stay. */
export function inSentence(title: string): string {
  return title.replace(/\S+/g, (word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
}

/** "Alert Severities" as a heading or at the beginning of a sentence: "Alert severities". */
export function sentenceCase(title: string): string {
  const plain = inSentence(title);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
