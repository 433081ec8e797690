"use client";

import { useId } from "react";
import { jsonFaultPosition } from "@/lib/schema/json-position";

interface BodyEditorProps {
  body: string;
  onChange: (body: string) => void;
}

/** A body to write as JSON: lines are numbered, and the one where it stops being JSON is marked. */
export function BodyEditor({ body, onChange }: BodyEditorProps) {
  const id = useId();
  const fault = body.trim() === "" ? undefined : jsonFaultPosition(body);
  const lines = body.split("\n");
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
          {lines.map((line, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its number
              key={`${index} ${line}`}
              className={`px-2 ${index + 1 === fault?.line ? "bg-danger text-surface" : ""}`}
            >
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          id={id}
          value={body}
          rows={lines.length}
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
        {fault ? `Line ${fault.line}, column ${fault.column}: this is not JSON here.` : ""}
      </p>
    </div>
  );
}
