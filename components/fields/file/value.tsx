import type { ValueProps } from "@/components/fields/props/value-props";
import { FileName } from "./file-name";

/** Shows links to download the files. */
export function FilesValue({ value }: Pick<ValueProps, "value">) {
  const ids = Array.isArray(value) ? value.map(String) : [String(value)];
  return (
    <ul className="grid gap-1">
      {ids.map((id) => (
        <li key={id}>
          <FileName id={id} />
        </li>
      ))}
    </ul>
  );
}
