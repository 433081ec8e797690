import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Fails when axe finds anything on the whole page as it is now, with what is open above it, once that has opened. All
 * rules in light; in dark those on colour, for the rest is the same. Leaves the page in light, without motion.
 */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  await emulate(page, "light");
  const light = await axe(page).analyze();
  await emulate(page, "dark");
  const dark = await axe(page).withRules(["color-contrast"]).analyze();
  await emulate(page, "light");
  const isChoosing = await page.evaluate(
    () => document.activeElement?.matches('[role="combobox"][aria-expanded="true"]') ?? false,
  );
  const isBelow =
    (await page
      .locator("main")
      .locator("xpath=ancestor-or-self::*[@inert or @aria-hidden='true']")
      .count()) > 0;
  const found = [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    ((isChoosing && ofHiding.has(id)) || (isBelow && ofPages.has(id)) ? [] : nodes)
      // The arrows scroll the results of a search from the field, which keeps the focus.
      .filter(({ html }) => !(id === "scrollable-region-focusable" && /role="listbox"/.test(html)))
      .map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
  expect.soft(found, where).toEqual([]);
}

/**
 * While choices hang at a field, react-aria hides all else from screen readers, so that on touch screens the next swipe
 * leads from the field to the choices at the end of the page. Leaving the field ends it first: what is hidden never has
 * the focus, as `forms.spec.ts` looks after.
 */
const ofHiding: ReadonlySet<string> = new Set([
  "aria-hidden-focus",
  "page-has-heading-one",
  "region",
]);

/**
 * What a page must have, and may hide while a modal dialog is open above it. axe leaves these out by itself where it
 * takes something for modal, by what lies at some points of the window.
 */
const ofPages: ReadonlySet<string> = new Set(["landmark-one-main", "page-has-heading-one"]);

async function emulate(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState === "running" && typeof endTime === "number" && endTime < 2_000;
    });
    // One whose element is not drawn, or goes meanwhile, may never say that it ended.
    const enough = new Promise((resolve) => setTimeout(resolve, 2_000));
    const ended = Promise.allSettled(ending.map(({ finished }) => finished));
    return Promise.race([ended, enough]).then(() => undefined);
  });
}

function axe(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      // Where react-aria speaks to screen readers: it names what it read out for seven seconds more, gone or not.
      .exclude("[data-live-announcer]")
      // WCAG 2.2, 2.5.8, which axe leaves out unless it is asked for.
      // All that is right, told element by element, would take most of the time; pages in pages there are none.
      .options({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
      .setLegacyMode()
  );
}
