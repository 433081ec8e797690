"use client";

import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { Dot } from "@/components/ui/dot";
import { IconButton } from "@/components/ui/icon-button";
import { resourceAt } from "@/lib/resources/index";
import { type InputProps, itemsIn, textIn, textsOf } from "./input-props";
import { RecordComboBox } from "./record-combo-box";
import { type RecordOption, useRecordOptions } from "./record-options";

/** One record of another kind, found by typing or by its id. */
export function RelationInput(props: InputProps) {
  const { column, project, onChange, onBlur } = props;
  const { to = "" } = column.field;
  const id = textIn(props.value);
  const [typed, setTyped] = useState<string | undefined>();
  const { options, isPending } = useRecordOptions(to, project, typed, id === "" ? [] : [id]);
  const chosen = options.find((option) => option.id === id);
  return (
    <RecordComboBox
      {...textsOf(props)}
      name={column.name}
      selectionMode="single"
      options={options}
      isPending={isPending}
      color={chosen?.color}
      placeholder={`Find ${withArticle(resourceAt(to)?.name ?? "record")}…`}
      value={id === "" ? null : id}
      onChange={(key) => onChange(key === null ? "" : String(key))}
      onInputChange={(text) => setTyped(text === chosen?.text ? "" : text)}
      onFocus={() => setTyped(typed ?? "")}
      onBlur={onBlur}
    />
  );
}

/** Several records of another kind, in an order. */
export function RelationListInput(props: InputProps) {
  const { column, project, onChange, onBlur } = props;
  const { to = "" } = column.field;
  const ids = itemsIn(props.value);
  const [typed, setTyped] = useState<string | undefined>();
  const { options, isPending } = useRecordOptions(to, project, typed, ids);
  const choose = (keys: readonly string[]) => {
    const kept = ids.filter((id) => keys.includes(id));
    onChange([...kept, ...keys.filter((key) => !kept.includes(key))]);
  };
  return (
    <div className="grid gap-2">
      <RecordComboBox
        {...textsOf(props)}
        name={column.name}
        selectionMode="multiple"
        options={options}
        isPending={isPending}
        placeholder={`Add ${withArticle(resourceAt(to)?.name ?? "record")}…`}
        value={ids}
        onChange={(keys) => choose(keys.map(String))}
        onInputChange={setTyped}
        onFocus={() => setTyped(typed ?? "")}
        onBlur={onBlur}
      />
      {ids.length > 0 && (
        <Chosen
          ids={ids}
          options={options}
          onChange={onChange}
          what={String(textsOf(props).label)}
        />
      )}
    </div>
  );
}

interface ChosenProps {
  readonly ids: readonly string[];
  readonly options: readonly RecordOption[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly what: string;
}

function Chosen({ ids, options, onChange, what }: ChosenProps) {
  const move = (at: number, by: number) => {
    const moved = ids.filter((_, place) => place !== at);
    onChange([...moved.slice(0, at + by), ...ids.slice(at, at + 1), ...moved.slice(at + by)]);
  };
  return (
    <ol aria-label={`${what}, in order`} className="rounded-sm border border-line">
      {ids.map((id, at) => {
        const option = options.find((one) => one.id === id);
        const name = option?.text ?? id;
        return (
          <li
            key={id}
            className="flex min-h-8 items-center gap-2 border-line border-b pl-2.5 text-13 last:border-b-0"
          >
            {option?.color !== undefined && <Dot color={option.color} />}
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <IconButton
              label={`Move ${name} up`}
              isDisabled={at === 0}
              onPress={() => move(at, -1)}
            >
              <ArrowUp size={14} aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${name} down`}
              isDisabled={at === ids.length - 1}
              onPress={() => move(at, 1)}
            >
              <ArrowDown size={14} aria-hidden />
            </IconButton>
            <IconButton
              label={`Remove ${name}`}
              onPress={() => onChange(ids.filter((one) => one !== id))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ol>
  );
}

function withArticle(name: string): string {
  const plain = name === name.toUpperCase() ? name : name.toLowerCase();
  return `${/^[aeiou](?!ser)/i.test(plain) ? "an" : "a"} ${plain}`;
}
