/** Text that is HTML already. Only `html` and `fromMarkdown` make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

/** Returns HTML from a template. Every value is escaped, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  let text = "";
  parts.forEach((part, place) => {
    text += part + (place < values.length ? textOf(values[place]) : "");
  });
  return new Html(text);
}

function textOf(value: Part): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return escapeMarkup(String(value));
}

/** Escapes text for HTML and XML, in content and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(special, (sign) => names[sign] ?? "");
}

/** Control characters, which XML does not allow, are left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out.
const special = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const names: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
