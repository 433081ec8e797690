import { useId } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { styles } from "@/components/ui/styles";

/**
 * A link or a secret that is never shown again. It is shown in full, selected by a click, and
 * copied by a button.
 */
export function OneTimeValue({ label, value }: { readonly label: string; readonly value: string }) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className="flex min-w-0 items-center gap-2">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className={`${styles.input} h-8 font-mono text-12 pointer-coarse:h-11`}
        />
        <CopyButton text={value} what={label} />
      </span>
    </div>
  );
}
