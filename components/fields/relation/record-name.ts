import { plainText } from "@/components/fields/markdown/cell";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { displayText } from "@/components/words/display-text";
import { resourceAt } from "@/lib/resources/index";
import { kindOf } from "@/lib/schema/kinds/index";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";

/**
 * Returns the name of a record in one line, without Markdown markup. Right-to-left text in it does
 * not affect the text around it.
 */
export function recordName(path: string, label: string): string {
  const resource = resourceAt(path);
  const field = resource && labelColumn(resource)?.field;
  if (!field) return bidiIsolate(label);
  return bidiIsolate(kindOf(field).isMarkdown ? plainText(label) : displayText(field, label));
}
