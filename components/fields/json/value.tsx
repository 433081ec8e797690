import type { ValueProps } from "@/components/fields/props/value-props";
import { UrlValue } from "@/components/fields/url/value";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { JsonTree } from "./json-tree";
import { keyInWords } from "./key-in-words";

const mostRows = 50;

/**
 * Shows an object of plain values as rows of names and values, with addresses as links and the JSON
 * on demand. Any other JSON is shown as a tree.
 */
export function JsonFieldValue(props: ValueProps) {
  const { value } = props;
  const rows = isJsonObject(value) ? Object.entries(value) : [];
  const isPlain = rows.every(([, part]) => typeof part !== "object" || part === null);
  if (rows.length === 0 || rows.length > mostRows || !isPlain) return <JsonTree value={value} />;
  return (
    <div className="grid gap-2">
      <dl className="grid gap-1">
        {rows.map(([key, part]) => (
          <div key={key} className="flex flex-wrap gap-x-2">
            <dt className="wrap-anywhere text-ink-muted" title={key}>
              {bidiIsolate(keyInWords(key))}
            </dt>
            <dd className="wrap-anywhere text-ink-strong">
              <Plain {...props} value={part} />
            </dd>
          </div>
        ))}
      </dl>
      <details className="text-12">
        <summary className="w-fit cursor-pointer text-ink-muted pointer-coarse:py-3.5">
          As JSON
        </summary>
        <JsonTree value={value} />
      </details>
    </div>
  );
}

function Plain(props: ValueProps & { readonly value: JsonValue }) {
  const { value } = props;
  if (typeof value === "string" && value !== "") return <UrlValue {...props} />;
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 20 });
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return <span className="text-ink-muted">{value === null ? "Nothing" : "Empty text"}</span>;
}
