import type { ReactNode } from "react";

export interface MenuItemProps {
  readonly id?: string;
  readonly children: ReactNode;
  /** Plain text for type-ahead, if the children are not plain text. */
  readonly text?: string;
  readonly onAction?: () => void;
  readonly href?: string;
  readonly icon?: ReactNode;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/**
 * One action, or one choice of a section with `choose`. It declares an item, and the menu renders
 * it.
 */
export function MenuItem(_: MenuItemProps) {
  return null;
}

export interface MenuSectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Turns the items into choices: the chosen one, and the callback for a new choice. */
  readonly choose?: {
    readonly chosen: string;
    readonly onChange: (chosen: string) => void;
  };
}

/** Items under a heading. With `choose`, one of them is chosen. */
export function MenuSection(_: MenuSectionProps) {
  return null;
}

/** A line between groups of items. */
export function MenuSeparator() {
  return null;
}
