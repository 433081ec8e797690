import { saveInCookie } from "./cookies";

/** Light, dark, or the system's setting. */
export type Theme = "system" | "light" | "dark";

/** Applies a theme to this page and stores it for all pages on this device. */
export function chooseTheme(theme: Theme): void {
  saveInCookie("theme", theme);
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

/** Returns the theme of the page. */
export function themeNow(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}
