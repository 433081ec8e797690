import { toClipboard } from "./to-clipboard";
import { notify } from "./toast";

/** Copies a text and says so; where the browser refuses, shows it to be copied by hand. */
export async function copyText(text: string): Promise<void> {
  const copied = await toClipboard(text);
  notify({ title: copied ? "Copied" : "Select it and copy", detail: text });
}
