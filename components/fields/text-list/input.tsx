import { X } from "lucide-react";
import { useId, useState } from "react";
import { fieldTextsOf, type InputProps, itemsIn } from "@/components/fields/props/input-props";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldFrame } from "@/components/ui/form/field-frame";
import { IconButton } from "@/components/ui/icon-button";
import { classes, styles } from "@/components/ui/styles";
import { resources } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";
import { knownTitles } from "@/lib/schema/permission-titles";

/**
 * Input for several short texts, added one by one. A text that is being typed is part of the value
 * already, which lets the leave guard see it. It is listed with the others once the field loses the
 * focus.
 */
export function TextListInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const [typed, setTyped] = useState("");
  // The text of the value that is still in the field.
  const [begun, setBegun] = useState<string>();
  const id = useId();
  const items = itemsIn(props.value).filter((item) => item !== begun);
  const texts = fieldTextsOf(props);
  const offered = suggestedNames(column.field).filter((name) => !items.includes(name));
  const type = (now: string) => {
    setTyped(now);
    const text = now.trim();
    const next = text === "" || items.includes(text) ? undefined : text;
    if (next === begun) return;
    setBegun(next);
    onChange(next === undefined ? items : [...items, next]);
  };
  const add = () => {
    setTyped("");
    setBegun(undefined);
  };
  return (
    <FieldFrame id={id} texts={texts}>
      <span className="flex gap-2">
        <input
          {...controlAttributes(id, texts)}
          name={column.name}
          {...(offered.length > 0 && { list: `${id}-known` })}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            add();
            onBlur();
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
          className={classes(styles.input, "h-8 pointer-coarse:h-11")}
        />
        <Button onPress={add}>Add</Button>
        {offered.length > 0 && (
          <datalist id={`${id}-known`}>
            {offered.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
      </span>
      {items.length > 0 && (
        <ul aria-label={`${texts.label}, selected`} className="flex flex-wrap gap-1.5">
          {items.map((item) => (
            <li
              key={item}
              className="inline-flex items-center rounded-sm border border-line pl-2 text-13"
            >
              {item}
              <IconButton
                label={`Remove ${item}`}
                onPress={() => onChange(items.filter((one) => one !== item))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}

/** Known names for texts that name something, by the kind of thing they name. */
const known: Readonly<Record<NonNullable<Field["names"]>, () => readonly string[]>> = {
  permissions: () => knownTitles(resources.values()),
  resources: () => [...resources.keys()],
  devices: () => [],
};

/** Returns the names to suggest for a list of texts; none if any text is allowed. */
function suggestedNames({ names }: Field): readonly string[] {
  return names === undefined ? [] : known[names]();
}
