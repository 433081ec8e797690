import { copyToClipboard } from "@/components/ui/copy-to-clipboard";
import { notify } from "./toast";

/** Copies a text and says so; where the browser refuses, shows it to be copied by hand. */
export async function copyWithToast(text: string): Promise<void> {
  const copied = await copyToClipboard(text);
  notify({ title: copied ? "Copied" : "Select it and copy", detail: text });
}
