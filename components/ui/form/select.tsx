import { Check, ChevronDown } from "lucide-react";
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

export interface Choice<V extends string = string> {
  readonly value: V;
  readonly text: string;
}

interface Props<V extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly choices: readonly Choice<V>[];
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly className?: string;
}

/**
 * Input for one of a few choices. For many choices, or searchable ones, use a combo box.
 *
 * @example <Select label="Role" choices={roles} value={role} onChange={setRole} />
 */
export function Select<V extends string>(props: Props<V>) {
  const { label, labelHidden = false, choices, value, onChange, className } = props;
  const { description, error } = props;
  return (
    <AriaSelect
      value={value}
      onChange={(key) => key !== null && onChange(key as V)}
      isInvalid={error !== undefined}
      placeholder="Choose…"
      className={classes("grid min-w-0 grid-cols-1 content-start gap-1", className)}
      {...(labelHidden && { "aria-label": label })}
    >
      {!labelHidden && <Label className={styles.label}>{label}</Label>}
      <Button
        className={classes(
          styles.input,
          "flex h-8 cursor-pointer items-center gap-2 text-left pointer-coarse:h-11",
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
          {choices.map(({ value: id, text }) => (
            <ListBoxItem key={id} id={id} textValue={text} className={styles.option}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1 truncate">{text}</span>
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
