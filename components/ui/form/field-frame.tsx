import type { ReactNode } from "react";
import { styles } from "@/components/ui/styles";

export interface FieldTexts {
  readonly label: ReactNode;
  /** Shows the label only to screen readers, where the context already names the field. */
  readonly labelHidden?: boolean | undefined;
  readonly description?: ReactNode | undefined;
  /** Error text, with the field's name in it; undefined without an error. */
  readonly error?: string | undefined;
  /** Id of a description of the control elsewhere on the page. */
  readonly describedBy?: string | undefined;
  readonly isRequired?: boolean | undefined;
}

/** Returns the attributes that connect a control to its label, help and error. */
export function controlAttributes(
  id: string,
  { description, error, describedBy, isRequired }: FieldTexts,
) {
  const described = [
    description === undefined ? undefined : `${id}-help`,
    error === undefined ? undefined : `${id}-error`,
    describedBy,
  ].filter((part) => part !== undefined);
  return {
    id,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-required": isRequired || undefined,
    "aria-describedby": described.length === 0 ? undefined : described.join(" "),
  };
}

interface FieldFrameProps {
  readonly id: string;
  readonly texts: FieldTexts;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Label above, help and error under a control. Errors are announced when they appear. */
export function FieldFrame({ id, texts, children, className = "" }: FieldFrameProps) {
  const { label, labelHidden = false, description, error, isRequired = false } = texts;
  return (
    <div className={`grid min-w-0 grid-cols-1 content-start gap-1 ${className}`}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : styles.label}>
        {label}
        {isRequired && <RequiredMark />}
      </label>
      {children}
      {description !== undefined && (
        <p id={`${id}-help`} className={styles.help}>
          {description}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** A dot for sighted users and a word for screen readers. */
export function RequiredMark() {
  return (
    <>
      <span
        aria-hidden="true"
        className="ml-1 inline-block size-1 rounded-full bg-accent align-middle"
      />
      <span className="sr-only"> (required)</span>
    </>
  );
}

interface FieldErrorProps {
  readonly id: string;
  readonly error: string | undefined;
}

/**
 * Container of an error. It is rendered before the error, which makes screen readers announce it.
 */
export function FieldError({ id, error }: FieldErrorProps) {
  return (
    <p id={id} aria-live="polite" className={error === undefined ? "sr-only" : styles.error}>
      {error}
    </p>
  );
}
