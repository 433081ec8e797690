import { useId } from "react";
import { jsonFaultPosition } from "@/lib/schema/json-position";

interface BodyEditorProps {
  body: string;
  onChange: (body: string) => void;
}

/** Editor for a JSON body. Lines are numbered, and the line of the first syntax error is marked. */
export function BodyEditor({ body, onChange }: BodyEditorProps) {
  const id = useId();
  const fault = body.trim() === "" ? undefined : jsonFaultPosition(body);
  const lineNumbers = body.split("\n").map((_, index) => index + 1);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-12 text-ink-muted">
        Body, as JSON
      </label>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] border border-line-strong bg-surface-raised font-mono text-12 leading-5">
        <div
          aria-hidden="true"
          className="select-none border-line border-r bg-surface-sunken py-2 text-right text-ink-muted tabular-nums"
        >
          {lineNumbers.map((number) => (
            <div
              key={number}
              className={`px-2 ${number === fault?.line ? "bg-danger text-surface" : ""}`}
            >
              {number}
            </div>
          ))}
        </div>
        <textarea
          id={id}
          value={body}
          rows={lineNumbers.length}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          onChange={(event) => onChange(event.target.value)}
          className="block w-full resize-none overflow-x-auto overflow-y-hidden px-3 py-2 text-ink-strong"
        />
      </div>
      <p id={`${id}-fault`} role="status" className="min-h-5 text-12 text-danger">
        {fault ? `Line ${fault.line}, column ${fault.column}: invalid JSON.` : ""}
      </p>
    </div>
  );
}
