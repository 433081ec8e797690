/** "Alert Severities" as it stands inside a sentence; abbreviations such as AI and SCIM stay. */
export function inSentence(title: string): string {
  return title.replace(/\S+/g, (word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
}
