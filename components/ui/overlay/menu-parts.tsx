import type { ReactNode } from "react";

export interface MenuItemProps {
  readonly id?: string;
  readonly children: ReactNode;
  /** Plain words for typing ahead, where the children are not plain text. */
  readonly text?: string;
  readonly onAction?: () => void;
  readonly href?: string;
  readonly download?: string | boolean;
  readonly icon?: ReactNode;
  readonly shortcut?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** One action, or one choice of a section with `choose`. Says what is to be shown; the menu shows it. */
export function MenuItem(_: MenuItemProps) {
  return null;
}

export interface MenuSectionProps {
  readonly title?: string;
  readonly children: ReactNode;
  /** Makes the items choices: which are chosen, and what to do with a new choice. */
  readonly choose?: {
    readonly mode: "single" | "multiple";
    readonly chosen: readonly string[];
    readonly onChange: (chosen: readonly string[]) => void;
  };
}

/** Items that belong together, under a heading; with `choose`, one or several of them are marked. */
export function MenuSection(_: MenuSectionProps) {
  return null;
}

/** A line between groups of items. */
export function MenuSeparator() {
  return null;
}
