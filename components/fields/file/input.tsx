import { useId } from "react";
import { fieldTextsOf, type InputProps, itemsIn } from "@/components/fields/props/input-props";
import { controlAttributes, FieldFrame } from "@/components/ui/form/field-frame";
import { ChosenFiles } from "./chosen-files";
import { useUploads } from "./use-uploads";

/**
 * Input for files. They are uploaded as soon as they are chosen. The record then refers to their
 * ids.
 */
export function FileInput(props: InputProps) {
  const { column, project, onBlur, onChange } = props;
  const id = useId();
  const ids = itemsIn(props.value);
  const texts = { description: "Up to 10 MB each.", ...fieldTextsOf(props) };
  const { problem, underWay, upload, remove } = useUploads(project, ids, onChange);
  return (
    <FieldFrame id={id} texts={{ ...texts, error: problem ?? texts.error }}>
      <input
        {...controlAttributes(id, texts)}
        name={column.name}
        type="file"
        multiple
        onBlur={onBlur}
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
        className="text-13 file:mr-3 file:h-8 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-surface-raised file:px-3 file:font-medium file:text-13 file:text-ink-strong"
      />
      <ChosenFiles
        label={`${texts.label}, selected`}
        ids={ids}
        underWay={underWay}
        onRemove={remove}
      />
    </FieldFrame>
  );
}
