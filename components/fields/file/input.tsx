import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { uploadingPrefix } from "@/components/fields/form-values";
import { fieldTextsOf, type InputProps, itemsIn } from "@/components/fields/props/input-props";
import { controlAttributes, FieldFrame } from "@/components/ui/form/field-frame";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { styles } from "@/components/ui/styles";
import { explain } from "@/lib/client/http/problem";
import { uploadFile } from "@/lib/client/saving/files";
import { largestFile } from "@/lib/resources/system/file";
import { FileName } from "./file-name";

/**
 * Input for files. They are uploaded as soon as they are chosen. The record then refers to their
 * ids.
 */
export function FileInput(props: InputProps) {
  const { column, project, onBlur } = props;
  const [problem, setProblem] = useState<string | undefined>();
  const id = useId();
  const ids = itemsIn(props.value);
  const held = useRef({ ids, onChange: props.onChange });
  const texts = { description: "Up to 10 MB each.", ...fieldTextsOf(props) };
  const underWay = ids.filter((one) => one.startsWith(uploadingPrefix)).length;

  // An upload ends long after it began, and changes the value that the form holds then.
  useEffect(() => {
    held.current = { ids, onChange: props.onChange };
  });
  const change = (to: (ids: readonly string[]) => readonly string[]) => {
    held.current.ids = to(held.current.ids);
    held.current.onChange(held.current.ids);
  };
  const upload = async (files: readonly File[]) => {
    setProblem(tooLarge(files));
    const fitting = files.filter(({ size }) => size <= largestFile);
    const waiting = fitting.map((file) => ({ file, place: placeholderOf(file) }));
    change((before) => [...before, ...waiting.map(({ place }) => place)]);
    for (const { file, place } of waiting) {
      const put = (made: readonly string[]) =>
        change((now) => now.flatMap((one) => (one === place ? made : [one])));
      try {
        put([await uploadFile(project, file)]);
      } catch (error) {
        setProblem(`${file.name}: ${explain(error)}`);
        put([]);
      }
    }
  };
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
      {underWay > 0 && (
        <p className={styles.help}>
          <Spinner label="Uploading" /> {underWay === 1 ? "1 file" : `${underWay} files`} uploading
        </p>
      )}
      <ChosenFiles
        label={`${texts.label}, selected`}
        ids={ids}
        onRemove={(gone) => change((now) => now.filter((one) => one !== gone))}
      />
    </FieldFrame>
  );
}

function ChosenFiles(props: {
  readonly label: string;
  readonly ids: readonly string[];
  readonly onRemove: (id: string) => void;
}) {
  const { label, ids, onRemove } = props;
  if (ids.length === 0) return null;
  return (
    <ul aria-label={label} className="rounded-sm border border-line">
      {ids.map((one) => (
        <li
          key={one}
          className="flex items-center justify-between gap-2 border-line border-b pl-2.5 text-13 last:border-b-0"
        >
          {one.startsWith(uploadingPrefix) ? (
            <span className="wrap-anywhere text-ink-muted">{one.slice(one.indexOf(" ") + 1)}</span>
          ) : (
            <FileName id={one} />
          )}
          <IconButton label="Remove file" onPress={() => onRemove(one)}>
            <X size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

let uploads = 0;

/** Returns a unique placeholder for a file that is being uploaded, with its name. */
function placeholderOf({ name }: File): string {
  uploads += 1;
  return `${uploadingPrefix}${uploads} ${name}`;
}

function tooLarge(files: readonly File[]): string | undefined {
  const names = files.filter(({ size }) => size > largestFile).map(({ name }) => name);
  return names.length === 0 ? undefined : `Not uploaded, larger than 10 MB: ${names.join(", ")}.`;
}
