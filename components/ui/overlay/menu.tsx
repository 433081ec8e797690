import { Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import type { MenuContentProps } from "./menu-content";
import { type OpenerButton, opener } from "./opener";

const load = () => importWithRetry(() => import("./menu-content"));
const MenuContent = lazyWithRetry(async () => (await load()).MenuContent);

interface Props extends Omit<MenuContentProps, "button"> {
  readonly button: OpenerButton;
}

/**
 * The actions of one button. The children are `MenuItem`s, `MenuSection`s and `MenuSeparator`s,
 * directly or in fragments. The code that renders them is loaded when the button is first hovered
 * or focused.
 *
 * @example <Menu button={<Button>Export</Button>} label="Export"><MenuItem onAction={csv}>As CSV</MenuItem></Menu>
 */
export function Menu({ button, ...rest }: Props) {
  const [isWanted, setWanted] = useState(false);
  const asking = opener(button, "menu", load, () => setWanted(true));
  if (!isWanted) return asking;
  return (
    <Suspense fallback={asking}>
      <MenuContent button={button} {...rest} />
    </Suspense>
  );
}
