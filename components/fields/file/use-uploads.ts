import { useEffect, useRef, useState } from "react";
import { uploadingPrefix } from "@/components/fields/form-values";
import { explain } from "@/lib/client/http/problem";
import { uploadFile } from "@/lib/client/saving/files";
import { largestFile } from "@/lib/resources/system/file";

/**
 * Uploads files to a project as soon as they are chosen. `ids` are those of the stored files, and
 * placeholders of the files that are being uploaded. `problem` tells which file was not uploaded.
 */
export function useUploads(
  project: string,
  ids: readonly string[],
  onChange: (ids: readonly string[]) => void,
) {
  const [problem, setProblem] = useState<string | undefined>();
  const held = useRef({ ids, onChange });
  // An upload ends long after it began, and changes the value that the form holds then.
  useEffect(() => {
    held.current = { ids, onChange };
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
  return {
    problem,
    /** The number of files that are being uploaded. */
    underWay: ids.filter((one) => one.startsWith(uploadingPrefix)).length,
    upload,
    remove: (gone: string) => change((now) => now.filter((one) => one !== gone)),
  };
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
