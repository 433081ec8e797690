import { copyToClipboard } from "@/components/ui/copy-to-clipboard";
import { notify } from "./toast";

/** Copies a text and shows a toast. If the browser refuses, shows the text to be copied by hand. */
export async function copyWithToast(text: string): Promise<void> {
  const copied = await copyToClipboard(text);
  notify({ title: copied ? "Copied" : "Copy failed. Select the text and copy it.", detail: text });
}
