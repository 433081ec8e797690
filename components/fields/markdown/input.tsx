import { useId, useState } from "react";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
import { controlAttributes, FieldFrame } from "@/components/ui/form/field-frame";
import { classes, styles } from "@/components/ui/styles";
import { Markdown } from "./markdown";

/** Input for Markdown, with a preview. */
export function MarkdownInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const [view, setView] = useState<"write" | "preview">("write");
  const id = useId();
  const value = textIn(props.value);
  const texts = fieldTextsOf(props);
  return (
    <FieldFrame id={id} texts={texts}>
      <div className="min-w-0">
        <Views view={view} onChange={setView} what={String(texts.label)} />
        {view === "preview" ? (
          <section
            aria-label={`Preview of ${texts.label}`}
            className="min-h-32 rounded-sm rounded-tl-none border border-line px-3 py-2"
          >
            {value.trim() === "" ? (
              <p className="text-13 text-ink-muted">Nothing to preview yet.</p>
            ) : (
              <Markdown text={value} />
            )}
          </section>
        ) : (
          <textarea
            {...controlAttributes(id, texts)}
            name={column.name}
            rows={5}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            className={classes(
              styles.input,
              "field-sizing-content block max-h-[60vh] min-h-32 rounded-tl-none py-1.5 font-mono pointer-coarse:text-16",
            )}
          />
        )}
      </div>
    </FieldFrame>
  );
}

interface ViewsProps {
  readonly view: "write" | "preview";
  readonly onChange: (view: "write" | "preview") => void;
  readonly what: string;
}

function Views({ view, onChange, what }: ViewsProps) {
  return (
    <fieldset className="flex" aria-label={`${what}: write or preview`}>
      {(["write", "preview"] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => onChange(one)}
          className="-mb-px cursor-pointer rounded-t-sm border border-transparent px-3 py-1 text-12 text-ink-muted hover:text-ink-strong aria-pressed:border-line-strong aria-pressed:border-b-transparent aria-pressed:bg-surface-raised aria-pressed:text-ink-strong pointer-coarse:py-3.5"
        >
          {one === "write" ? "Write" : "Preview"}
        </button>
      ))}
    </fieldset>
  );
}
