"use client";

import { X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldFrame } from "@/components/ui/field-frame";
import { IconButton } from "@/components/ui/icon-button";
import { classes, styles } from "@/components/ui/styles";
import { type InputProps, itemsIn, textsOf } from "./input-props";
import { knownNames } from "./known-names";

/** Several short texts, added one by one. */
export function TextListInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const [typed, setTyped] = useState("");
  const id = useId();
  const items = itemsIn(props.value);
  const texts = textsOf(props);
  const offered = knownNames(column.field).filter((name) => !items.includes(name));
  const add = () => {
    const text = typed.trim();
    if (text !== "" && !items.includes(text)) onChange([...items, text]);
    setTyped("");
  };
  return (
    <FieldFrame id={id} texts={texts}>
      <span className="flex gap-2">
        <input
          {...controlAttributes(id, texts)}
          name={column.name}
          {...(offered.length > 0 && { list: `${id}-known` })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={onBlur}
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
        <ul aria-label={`${texts.label}, chosen`} className="flex flex-wrap gap-1.5">
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
