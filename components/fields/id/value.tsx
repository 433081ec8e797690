import { Copy } from "lucide-react";
import type { ValueProps } from "@/components/fields/props/value-props";
import { IconButton } from "@/components/ui/icon-button";
import { copyWithToast } from "@/components/ui/toast/toast";
import { titleOf } from "@/components/words/field-title";

/** Shows an id or a slug, with a copy button. */
export function CodeValue({ value, column }: ValueProps) {
  return (
    <span className="flex items-start justify-between gap-1">
      <span className="wrap-anywhere font-mono text-12 leading-5">{String(value)}</span>
      <IconButton
        label={`Copy: ${titleOf(column)}`}
        className="relative z-10 -my-1.5 shrink-0"
        onPress={() => void copyWithToast(String(value))}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
    </span>
  );
}
