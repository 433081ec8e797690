import { saveInCookie } from "./cookies";

/** Light, dark, or as the system has it. */
export type Theme = "system" | "light" | "dark";

/** Shows every page of this device so, from now on. */
export function chooseTheme(theme: Theme): void {
  saveInCookie("theme", theme);
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

/** How the page is shown now. */
export function themeNow(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}
