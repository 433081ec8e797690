"use client";

import { type ComponentProps, cloneElement, type ReactElement, Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import type { MenuContentProps } from "./menu-content";

const load = () => importWithRetry(() => import("./menu-content"));
const MenuContent = lazyWithRetry(async () => (await load()).MenuContent);

interface Props extends Omit<MenuContentProps, "button"> {
  readonly button: ReactElement<Pressed>;
}

interface Pressed {
  readonly onPress?: () => void;
  readonly onHoverStart?: () => void;
  readonly onFocus?: () => void;
  readonly "aria-haspopup"?: ComponentProps<"button">["aria-haspopup"];
}

/**
 * What can be done from one button. The children are `MenuItem`s, `MenuSection`s and `MenuLine`s, directly or in
 * fragments. What shows them is loaded when the button is first pointed at.
 *
 * @example <Menu button={<Button>Export</Button>} label="Export"><MenuItem onAction={csv}>As CSV</MenuItem></Menu>
 */
export function Menu({ button, ...rest }: Props) {
  const [isWanted, setWanted] = useState(false);
  const asking = cloneElement(button, {
    onPress: () => setWanted(true),
    onHoverStart: () => void load(),
    onFocus: () => void load(),
    "aria-haspopup": "menu",
  });
  if (!isWanted) return asking;
  return (
    <Suspense fallback={asking}>
      <MenuContent button={button} {...rest} />
    </Suspense>
  );
}
