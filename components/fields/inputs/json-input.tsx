"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldFrame } from "@/components/ui/field-frame";
import { classes } from "@/components/ui/styles";
import { jsonFaultPosition } from "@/lib/schema/json-position";
import { type InputProps, textIn, textsOf } from "./input-props";

/** JSON as text with numbered lines; the line where it stops being JSON is marked while it is typed. */
export function JsonInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const id = useId();
  const value = textIn(props.value);
  const fault = value.trim() === "" ? undefined : jsonFaultPosition(value);
  const texts = textsOf(props);
  return (
    <FieldFrame id={id} texts={texts}>
      <div className="grid gap-1.5">
        <div
          className={classes(
            "flex overflow-hidden rounded-sm border border-line-strong bg-surface-raised focus-within:border-focus focus-within:outline-2 focus-within:outline-focus/40",
            texts.error !== undefined && "border-danger",
          )}
        >
          <Lines text={value} wrong={fault?.line} id={`${id}-lines`} />
          <textarea
            {...controlAttributes(id, texts)}
            name={column.name}
            rows={Math.min(Math.max(value.split("\n").length, 4), 24)}
            wrap="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            onScroll={({ currentTarget }) => {
              const lines = document.getElementById(`${id}-lines`);
              if (lines) lines.scrollTop = currentTarget.scrollTop;
            }}
            className="min-w-0 flex-1 resize-none bg-transparent px-2.5 py-1.5 font-mono text-13 text-ink-strong leading-5 outline-none pointer-coarse:text-16 pointer-coarse:leading-6"
          />
        </div>
        <span className="flex items-center justify-between gap-3 text-12 text-ink-muted">
          <span aria-hidden="true" className={fault ? "text-danger" : undefined}>
            {fault ? `Not JSON: line ${fault.line}, column ${fault.column}` : "JSON"}
          </span>
          <Button
            size="small"
            look="quiet"
            isDisabled={value.trim() === "" || fault !== undefined}
            onPress={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
          >
            Tidy up
          </Button>
        </span>
      </div>
    </FieldFrame>
  );
}

function Lines(props: {
  readonly text: string;
  readonly wrong: number | undefined;
  readonly id: string;
}) {
  const { text, wrong, id } = props;
  const count = text.split("\n").length;
  return (
    <div
      id={id}
      aria-hidden="true"
      className="max-h-[31rem] shrink-0 overflow-hidden border-line border-r bg-surface-sunken py-1.5 text-right font-mono text-12 text-ink-muted leading-5 pointer-coarse:leading-6"
    >
      {Array.from({ length: Math.min(count, 5_000) }, (_, at) => at + 1).map((line) => (
        <div
          key={line}
          className={classes(
            "px-2",
            line === wrong && "bg-danger font-semibold text-surface-raised",
          )}
        >
          {line}
        </div>
      ))}
    </div>
  );
}
