"use client";

import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from "react-aria-components/Select";
import { classes, styles } from "@/components/ui/styles";
import { RequiredMark } from "./field-frame";

export interface Choice<V extends string = string> {
  readonly value: V;
  /** Text for type-ahead, and the label if `shown` is absent. */
  readonly text: string;
  readonly shown?: ReactNode;
}

interface Props<V extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly choices: readonly Choice<V>[];
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly onBlur?: () => void;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly placeholder?: string;
  readonly className?: string;
}

/**
 * Input for one of a few choices. For many choices, or searchable ones, use a combo box.
 *
 * @example <Select label="Role" choices={roles} value={role} onChange={setRole} />
 */
export function Select<V extends string>(props: Props<V>) {
  const { label, labelHidden = false, choices, value, onChange, error, className } = props;
  const { description, isRequired = false, isDisabled = false, placeholder = "Choose…" } = props;
  return (
    <AriaSelect
      value={value}
      onChange={(key) => key !== null && onChange(key as V)}
      {...(props.onBlur && { onBlur: props.onBlur })}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      isDisabled={isDisabled}
      placeholder={placeholder}
      className={classes("grid min-w-0 grid-cols-1 content-start gap-1", className)}
      {...(labelHidden && { "aria-label": label })}
    >
      {!labelHidden && (
        <Label className={styles.label}>
          {label}
          {isRequired && <RequiredMark />}
        </Label>
      )}
      <Button
        className={classes(
          styles.input,
          "flex h-8 cursor-pointer items-center gap-2 text-left data-disabled:cursor-not-allowed data-disabled:opacity-60 pointer-coarse:h-11",
        )}
      >
        <SelectValue className="min-w-0 flex-1 truncate data-placeholder:text-ink-muted" />
        <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-muted" />
      </Button>
      {description !== undefined && (
        <Text slot="description" className={styles.help}>
          {description}
        </Text>
      )}
      {error !== undefined && (
        <Text slot="errorMessage" className={styles.error}>
          {error}
        </Text>
      )}
      <Popover offset={4} className={classes(styles.floating, "min-w-(--trigger-width)")}>
        <ListBox className="max-h-80 overflow-auto p-1 outline-none">
          {choices.map(({ value: id, text, shown }) => (
            <ListBoxItem key={id} id={id} textValue={text} className={styles.option}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1 truncate">{shown ?? text}</span>
                  {isSelected && <Check size={14} aria-hidden className="text-accent" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
