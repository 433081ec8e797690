import type { CellProps } from "@/components/fields/props/cell-props";
import { displayText } from "@/components/words/display-text";
import type { Field } from "@/lib/schema/field";
import type { Row } from "@/lib/schema/row";

/** Shows text in one line, clipped by its column. Hover shows up to 600 characters. */
export function TextCell({ value, field, row }: CellProps) {
  const own = String(value);
  const text = displayText(field, own, row);
  const shown = text.length > 400 ? text.slice(0, 400) : text;
  const kind = kindOf(field, row);
  return (
    <span
      dir={kind === undefined ? "auto" : "ltr"}
      className="block truncate"
      title={own.length > 30 ? own.slice(0, 600) : undefined}
    >
      {kind === undefined ? (
        shown
      ) : (
        <>
          <span className="text-ink-muted">{kind}</span> <bdi>{shown}</bdi>
        </>
      )}
    </span>
  );
}

/**
 * Returns the kind of a named thing ("Person" or "API key"), if another column of the row holds it.
 */
function kindOf({ kindIn }: Field, row: Row | undefined): string | undefined {
  const kind = row?.[kindIn?.column ?? ""];
  return kindIn && typeof kind === "string" ? (kindIn.words[kind] ?? kind) : undefined;
}
