"use client";

import { SunMoon } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSection } from "@/components/ui/overlay/menu-parts";
import { chooseTheme, type Theme, themeNow } from "@/lib/client/device/theme";

/** Menu for the theme: light, dark, or the system's. The choice is stored on this device. */
export function ThemeMenu() {
  const [, setChosen] = useState<Theme>();
  const choose = ([next]: readonly string[]) => {
    const theme = themes.find((one) => one === next) ?? "system";
    chooseTheme(theme);
    setChosen(theme);
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
      <MenuSection
        title="Theme"
        choose={{
          mode: "single",
          chosen: [typeof document === "undefined" ? "system" : themeNow()],
          onChange: choose,
        }}
      >
        <MenuItem id="system">System</MenuItem>
        <MenuItem id="light">Light</MenuItem>
        <MenuItem id="dark">Dark</MenuItem>
      </MenuSection>
    </Menu>
  );
}

const themes: readonly Theme[] = ["system", "light", "dark"];
