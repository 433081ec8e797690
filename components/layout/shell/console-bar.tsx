"use client";

import { Keyboard, Menu as MenuIcon, Search } from "lucide-react";
import { ClockMenu } from "@/components/layout/clock/clock-menu";
import { openPalette } from "@/components/layout/palette/open-palette";
import { IconButton } from "@/components/ui/icon-button";
import { KeyboardKey } from "@/components/ui/keyboard-key";
import { AccountMenu } from "./account-menu";
import { Breadcrumb } from "./breadcrumb";
import { ProjectSwitcher } from "./project-switcher";
import { ThemeMenu } from "./theme-menu";

/** The bar at the top: project and resource, search, and display settings. */
export function ConsoleBar({
  onMenu,
  onKeys,
}: {
  readonly onMenu: () => void;
  readonly onKeys: () => void;
}) {
  return (
    <header className="sticky top-0 z-20 flex h-11 shrink-0 items-center gap-1 bg-surface px-2 shadow-[inset_0_-1px_var(--line)] md:px-3">
      <IconButton label="Menu" onPress={onMenu} className="md:hidden">
        <MenuIcon size={18} aria-hidden />
      </IconButton>
      <ProjectSwitcher />
      <Breadcrumb />
      <div className="ml-auto flex items-center gap-1">
        <button
          type="button"
          onClick={openPalette}
          aria-keyshortcuts="Meta+K Control+K"
          className="flex h-7 items-center gap-2 rounded-sm border border-line-strong bg-surface-raised pr-1.5 pl-2 text-13 text-ink-muted hover:text-ink-strong max-md:hidden lg:min-w-44"
        >
          <Search size={14} aria-hidden />
          <span className="flex-1 text-left">Find</span>
          <KeyboardKey>⌘K</KeyboardKey>
        </button>
        <ClockMenu />
        <ThemeMenu />
        <IconButton
          label="Keyboard shortcuts"
          shortcut="?"
          onPress={onKeys}
          className="max-lg:hidden"
        >
          <Keyboard size={16} aria-hidden />
        </IconButton>
        <AccountMenu />
      </div>
    </header>
  );
}
