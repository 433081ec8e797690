import { bidiIsolate } from "@/components/words/bidi-isolate";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";

/** Shows a JSON value with foldable objects and lists. The first levels are open. */
export function JsonTree({ value }: { readonly value: JsonValue }) {
  return (
    <div className="wrap-anywhere max-h-[32rem] overflow-auto rounded-sm border border-line bg-surface-sunken px-3 py-2 font-mono text-12 leading-5">
      <Node value={value} depth={0} />
    </div>
  );
}

function Node(props: {
  readonly name?: string;
  readonly value: JsonValue;
  readonly depth: number;
}) {
  const { name, value, depth } = props;
  const parts = partsOf(value);
  if (parts === undefined || parts.length === 0) {
    return (
      <div className="pl-4">
        <Name name={name} />
        <span className="text-ink-strong">{JSON.stringify(value)}</span>
      </div>
    );
  }
  return (
    <details open={depth < 2 && parts.length <= 100}>
      <summary className="cursor-pointer py-0.5 text-ink-muted pointer-coarse:py-3">
        <Name name={name} />
        {Array.isArray(value) ? `[${parts.length}]` : `{${parts.length}}`}
      </summary>
      <div className="ml-1.5 border-line border-l pl-2">
        {parts.slice(0, mostParts).map(([key, part]) => (
          <Node key={key} name={key} value={part} depth={depth + 1} />
        ))}
        {parts.length > mostParts && (
          <div className="pl-4 text-ink-muted">… and {parts.length - mostParts} more</div>
        )}
      </div>
    </details>
  );
}

const mostParts = 500;

function Name({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span className="text-ink-muted">{bidiIsolate(name)}: </span>;
}

function partsOf(value: JsonValue): readonly [string, JsonValue][] | undefined {
  if (Array.isArray(value)) return value.map((part: JsonValue, at) => [String(at), part]);
  return isJsonObject(value) ? Object.entries(value) : undefined;
}
