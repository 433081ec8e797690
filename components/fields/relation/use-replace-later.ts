import type { InputProps } from "@/components/fields/props/input-props";
import { useFindByName } from "@/components/fields/record-picker/use-find-by-name";
import { unchosenName } from "@/components/fields/unchosen-name";
import { useLatest } from "@/lib/client/device/use-latest";

/**
 * Returns a function that takes a value of a record picker. If it is an unchosen name, the function
 * searches for its record, and changes the input to what `replaced` returns for its present value,
 * the unchosen name and the found id. A user may leave the field before the list of options arrives.
 */
export function useReplaceLater(
  props: InputProps,
  replaced: (
    now: InputProps["value"],
    unchosen: string,
    found: string,
  ) => InputProps["value"] | undefined,
): (value: string) => void {
  const latest = useLatest(props);
  const findByName = useFindByName(props.column.field.to ?? "", props.project);
  return (value) => {
    const name = unchosenName(value);
    if (name === undefined) return;
    void findByName(name).then((found) => {
      if (found === undefined) return;
      const { value: now, onChange } = latest.current;
      const next = replaced(now, value, found);
      if (next !== undefined) onChange(next);
    });
  };
}
