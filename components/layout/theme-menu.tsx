"use client";

import { SunMoon } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuSection } from "@/components/ui/menu-parts";
import { keepOnDevice } from "@/lib/client/cookies";

/** Light, dark, or as the system has it; remembered on this device. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<string>();
  const chosen = theme ?? (typeof document === "undefined" ? "system" : themeNow());
  const choose = ([next = "system"]: readonly string[]) => {
    setTheme(next);
    keepOnDevice("theme", next);
    const { dataset } = document.documentElement;
    if (next === "system") delete dataset.theme;
    else dataset.theme = next;
  };
  return (
    <Menu
      label="Theme"
      placement="bottom end"
      button={
        <IconButton label="Theme" className="max-md:hidden">
          <SunMoon size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuSection title="Theme" choose={{ mode: "single", chosen: [chosen], onChange: choose }}>
        <MenuItem id="system">As the system</MenuItem>
        <MenuItem id="light">Light</MenuItem>
        <MenuItem id="dark">Dark</MenuItem>
      </MenuSection>
    </Menu>
  );
}

function themeNow(): string {
  return document.documentElement.dataset.theme ?? "system";
}
