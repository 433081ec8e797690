import { type ComponentPropsWithRef, useId } from "react";
import { styles } from "@/components/ui/styles";
import { controlAttributes, FieldError, type FieldTexts } from "./field-frame";

type Props = FieldTexts & Omit<ComponentPropsWithRef<"input">, "id" | "type" | "role" | "children">;

/** A switch that takes effect at once. Takes the props of `register`. */
export function Switch(props: Props) {
  const { label, labelHidden, description, error, isRequired, className: _, ...input } = props;
  const id = useId();
  const attributes = {
    ...controlAttributes(id, { label, description, error, isRequired }),
    role: "switch",
  };
  return (
    <div className="grid grid-cols-1 gap-1">
      <label className="inline-flex w-fit items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          {...input}
          {...attributes}
          type="checkbox"
          className="relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface-sunken transition-colors duration-120 before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-ink-muted before:transition-transform before:duration-120 before:content-[''] checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-accent-ink disabled:cursor-not-allowed disabled:opacity-50"
        />
        <span className={labelHidden ? "sr-only" : styles.label}>{label}</span>
      </label>
      {description !== undefined && (
        <p id={`${id}-help`} className={styles.help}>
          {description}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
