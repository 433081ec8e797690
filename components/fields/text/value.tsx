import { JsonTree } from "@/components/fields/json/json-tree";
import type { ValueProps } from "@/components/fields/props/value-props";
import { displayText } from "@/components/words/display-text";
import type { JsonValue } from "@/lib/schema/json";

/** Shows text with its line breaks. */
export function TextValue({ value, column }: ValueProps) {
  return (
    <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {displayText(column.field, String(value))}
    </span>
  );
}

/** Shows long text, or a tree if the text is JSON. */
export function LongTextValue({ value }: ValueProps) {
  const text = String(value);
  const parsed = parsedObject(text);
  if (parsed !== undefined) return <JsonTree value={parsed} />;
  return (
    <div
      dir="auto"
      className="wrap-anywhere max-h-[32rem] max-w-prose overflow-y-auto whitespace-pre-wrap"
    >
      {text}
    </div>
  );
}

function parsedObject(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
