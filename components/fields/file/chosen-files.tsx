import { X } from "lucide-react";
import { uploadingPrefix } from "@/components/fields/form-values";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { styles } from "@/components/ui/styles";
import { FileName } from "./file-name";

interface Props {
  readonly label: string;
  /** Ids of stored files, and placeholders of files that are being uploaded. */
  readonly ids: readonly string[];
  readonly underWay: number;
  readonly onRemove: (id: string) => void;
}

/** The chosen files with a button to remove each. Shows nothing if there is none. */
export function ChosenFiles({ label, ids, underWay, onRemove }: Props) {
  if (ids.length === 0) return null;
  return (
    <>
      {underWay > 0 && (
        <p className={styles.help}>
          <Spinner label="Uploading" /> {underWay === 1 ? "1 file" : `${underWay} files`} uploading
        </p>
      )}
      <ul aria-label={label} className="rounded-sm border border-line">
        {ids.map((one) => (
          <li
            key={one}
            className="flex items-center justify-between gap-2 border-line border-b pl-2.5 text-13 last:border-b-0"
          >
            {one.startsWith(uploadingPrefix) ? (
              <span className="wrap-anywhere text-ink-muted">
                {one.slice(one.indexOf(" ") + 1)}
              </span>
            ) : (
              <FileName id={one} />
            )}
            <IconButton label="Remove file" onPress={() => onRemove(one)}>
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}
