import { ArrowRight } from "lucide-react";
import { CellValue } from "@/components/fields/registry/cells";
import { classes } from "@/components/ui/styles";
import { blankName } from "@/components/words/blank-name";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";

interface Props {
  readonly resource: Resource;
  readonly column: Column;
  readonly row: Row;
  readonly isName: boolean;
  /** Link to the record's page, in the columns of its number and name. */
  readonly href?: string;
}

/**
 * A value of a cell. The number and the name of a record are links to its page; a name that is itself a relation
 * has that link beside it.
 */
export function CellContent({ resource, column, row, isName, href }: Props) {
  const value = row[column.name];
  if (href === undefined) return <CellValue {...{ column, value, row }} />;
  const isNumber = column.name === numberColumns(resource)?.prefixed;
  if (!(isName || isNumber) || column.relation !== undefined) {
    const words = `Open this ${inSentence(resource.name)}`;
    return (
      <span className="flex min-w-0 items-center gap-1.5">
        <a
          href={href}
          tabIndex={-1}
          aria-label={words}
          title={words}
          className="-ml-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink-strong"
        >
          <ArrowRight size={14} aria-hidden />
        </a>
        <span className="min-w-0 flex-1 truncate">
          <CellValue {...{ column, value, row }} />
        </span>
      </span>
    );
  }
  const isNameless = value === null || value === undefined || value === "";
  const blank = isName ? blankName(resource, row) : undefined;
  return (
    <a
      href={href}
      tabIndex={-1}
      className={classes(
        "inline-block max-w-full link-in-cell truncate align-bottom",
        isName && "font-medium group-data-[work=over]/row:font-normal",
      )}
    >
      {isNameless
        ? `No ${titleOf(column).toLowerCase()}`
        : (blank ?? <CellValue {...{ column, value, row }} />)}
    </a>
  );
}
