"use client";

import { X } from "lucide-react";
import { useId, useState } from "react";
import { FileName } from "@/components/fields/values/file-name";
import { controlAttributes, FieldFrame } from "@/components/ui/field-frame";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { styles } from "@/components/ui/styles";
import { uploadFile } from "@/lib/client/files";
import { explain } from "@/lib/client/problem";
import { largestFile } from "@/lib/resources/file";
import { type InputProps, itemsIn, textsOf } from "./input-props";

/** Files, uploaded as soon as they are chosen; the record then names them by their ids. */
export function FileInput(props: InputProps) {
  const { column, project, onChange, onBlur } = props;
  const [problem, setProblem] = useState<string | undefined>();
  const [uploading, setUploading] = useState(0);
  const id = useId();
  const ids = itemsIn(props.value);
  const texts = { description: "Up to 10 MB each.", ...textsOf(props) };
  const upload = async (files: readonly File[]) => {
    setProblem(tooLarge(files));
    const fitting = files.filter(({ size }) => size <= largestFile);
    setUploading(fitting.length);
    const added = [...ids];
    for (const file of fitting) {
      try {
        added.push(await uploadFile(project, file));
      } catch (error) {
        setProblem(`${file.name}: ${explain(error)}`);
      }
      setUploading((left) => left - 1);
    }
    onChange(added);
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
      {uploading > 0 && (
        <p className={styles.help}>
          <Spinner label="Uploading" /> {uploading === 1 ? "1 file" : `${uploading} files`} on the
          way
        </p>
      )}
      {ids.length > 0 && (
        <ul aria-label={`${texts.label}, chosen`} className="rounded-sm border border-line">
          {ids.map((one) => (
            <li
              key={one}
              className="flex items-center justify-between gap-2 border-line border-b pl-2.5 text-13 last:border-b-0"
            >
              <FileName id={one} />
              <IconButton
                label="Take this file off"
                onPress={() => onChange(ids.filter((other) => other !== one))}
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

function tooLarge(files: readonly File[]): string | undefined {
  const names = files.filter(({ size }) => size > largestFile).map(({ name }) => name);
  return names.length === 0 ? undefined : `Larger than 10 MB and left out: ${names.join(", ")}.`;
}
