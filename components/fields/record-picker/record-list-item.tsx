import { ListBoxItem } from "react-aria-components/ComboBox";
import { unchosenName } from "@/components/fields/unchosen-name";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { classes, styles } from "@/components/ui/styles";
import type { RecordOption } from "./record-search";

/** One record in the list of a record picker, marked if it is chosen. */
export function RecordListItem({ option }: { readonly option: RecordOption }) {
  const { id, text, number, color, glyph } = option;
  const isUnlisted = unchosenName(id) !== undefined;
  return (
    <ListBoxItem id={id} textValue={text} className={styles.option}>
      {({ isSelected }) => (
        <>
          {color !== undefined && <RecordMark color={color} glyph={glyph} />}
          {number !== undefined && (
            <span className="shrink-0 text-12 text-ink-muted tabular-nums">{number}</span>
          )}
          <span
            className={classes(
              "min-w-0 flex-1 truncate",
              isSelected && !isUnlisted && "font-medium",
            )}
          >
            {text}
          </span>
          {isSelected && (
            <span className="text-12 text-ink-muted">
              {isUnlisted ? "not in the list" : "selected"}
            </span>
          )}
        </>
      )}
    </ListBoxItem>
  );
}
