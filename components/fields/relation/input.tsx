import { Suspense, useState } from "react";
import {
  fieldTextsOf,
  type InputProps,
  itemsIn,
  textIn,
} from "@/components/fields/props/input-props";
import { useCreateRecord } from "@/components/fields/record-picker/create-record-context";
import { RecordComboBox } from "@/components/fields/record-picker/record-combo-box";
import { useRecordOptions } from "@/components/fields/record-picker/record-options";
import { valueOfTyped } from "@/components/fields/record-picker/value-of-typed";
import { unchosenName } from "@/components/fields/unchosen-name";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { withArticle } from "@/components/words/with-article";
import { resourceAt } from "@/lib/resources/index";
import { useReplaceLater } from "./use-replace-later";

const OrderedRecords = lazyWithRetry(
  async () =>
    (await import("@/components/fields/record-picker/reorderable-records")).ReorderableRecords,
);

/** Input for one related record, found by typing or by its id. */
export function RelationInput(props: InputProps) {
  const { column, project, onChange, onBlur } = props;
  const { to = "" } = column.field;
  const id = textIn(props.value);
  const [typed, setTyped] = useState<string | undefined>();
  const { options, ...found } = useRecordOptions(to, project, typed, id === "" ? [] : [id]);
  const chosen = options.find((option) => option.id === id);
  const make = useCreateRecord(to);
  const name = typed ?? "";
  const replaceLater = useReplaceLater(props, (now, name, found) =>
    textIn(now) === name ? found : undefined,
  );
  const settle = () => {
    const value = valueOfTyped(typed, options);
    if (value === undefined) return;
    onChange(value);
    replaceLater(value);
  };
  return (
    <RecordComboBox
      {...fieldTextsOf(props)}
      name={column.name}
      autoFocus={props.takesFocus === true}
      selectionMode="single"
      options={options}
      {...found}
      color={chosen?.color}
      glyph={chosen?.glyph}
      {...(make && { create: creating(to, name, () => make({ name, onMade: onChange })) })}
      placeholder={`Find ${withArticle(resourceAt(to)?.name ?? "record")}…`}
      value={id === "" ? null : id}
      onChange={(key) => onChange(key === null ? "" : String(key))}
      // The combo box also writes the chosen text into the field. No search starts before the field
      // has had the focus.
      onInputChange={(text) => {
        const searched = text === chosen?.text ? "" : text;
        setTyped((before) => (before === undefined ? undefined : searched));
      }}
      onFocus={() => setTyped(typed ?? "")}
      onSettle={settle}
      onBlur={onBlur}
    />
  );
}

/** Input for several related records in an order. */
export function RelationListInput(props: InputProps) {
  const { column, project, onChange, onBlur } = props;
  const { to = "" } = column.field;
  const ids = itemsIn(props.value);
  const [typed, setTyped] = useState<string | undefined>();
  const { options, ...found } = useRecordOptions(to, project, typed, ids);
  const make = useCreateRecord(to);
  const name = typed ?? "";
  const add = (id: string) => onChange([...ids.filter((one) => one !== id), id]);
  const replaceLater = useReplaceLater(props, (now, name, found) =>
    itemsIn(now).includes(name)
      ? [...new Set(itemsIn(now).map((id) => (id === name ? found : id)))]
      : undefined,
  );
  const settle = () => {
    const value = valueOfTyped(typed, options);
    if (value === undefined || ids.includes(value)) return;
    onChange([...ids, value]);
    replaceLater(value);
  };
  // An unchosen name is no option. It stays until the user removes it.
  const isKept = (id: string) => unchosenName(id) !== undefined;
  const choose = (keys: readonly string[]) => {
    const kept = ids.filter((id) => isKept(id) || keys.includes(id));
    onChange([...kept, ...keys.filter((key) => !kept.includes(key))]);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <RecordComboBox
        {...fieldTextsOf(props)}
        name={column.name}
        selectionMode="multiple"
        options={options.filter(({ id }) => !isKept(id))}
        {...found}
        {...(make && { create: creating(to, name, () => make({ name, onMade: add })) })}
        placeholder={`Add ${withArticle(resourceAt(to)?.name ?? "record")}…`}
        value={ids}
        onChange={(keys) => choose(keys.map(String))}
        onInputChange={setTyped}
        onFocus={() => setTyped(typed ?? "")}
        onSettle={settle}
        onBlur={onBlur}
      />
      {ids.length > 0 && (
        <Suspense fallback={<Skeleton className="h-8!" />}>
          <OrderedRecords
            {...{ ids, options, onChange }}
            label={String(fieldTextsOf(props).label)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the last option of a list, which creates a missing record by the typed name. */
function creating(path: string, name: string, onCreate: () => void) {
  const what = withArticle(resourceAt(path)?.name ?? "record");
  const text = name.trim() === "" ? `Create ${what}…` : `Create ${what} “${name.trim()}”…`;
  return { text, onCreate };
}
