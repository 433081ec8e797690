import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "./menu";

/** A menu of actions behind a button with three dots. */
export function ActionsMenu(props: { readonly label: string; readonly children: ReactNode }) {
  const { label, children } = props;
  return (
    <Menu
      label={label}
      placement="bottom end"
      button={
        <IconButton label={label}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
