"use client";

import type { ReactNode } from "react";
import { Tab as AriaTab, Tabs as AriaTabs, TabList, TabPanel } from "react-aria-components/Tabs";

export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly content: ReactNode;
}

/** Parts of one thing, one shown at a time; `selected` usually stands in the URL. */
export function Tabs({
  label,
  items,
  selected,
  onSelect,
}: {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className="flex gap-5 overflow-x-auto border-line border-b">
        {items.map(({ id, title, count }) => (
          <AriaTab
            key={id}
            id={id}
            className="-mb-px flex h-9 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap border-transparent border-b-2 font-medium text-13 text-ink-muted outline-offset-[-2px] data-selected:border-accent data-hovered:text-ink-strong data-selected:text-ink-strong pointer-coarse:h-[45px] pointer-coarse:min-w-11"
          >
            {title}
            {count !== undefined && (
              <span className="text-12 text-ink-muted tabular-nums">{count}</span>
            )}
          </AriaTab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="pt-4 outline-offset-4">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
