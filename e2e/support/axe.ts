import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Fails on any axe violation in the whole page, including open overlays, once animations have
 * ended. Checks all rules in the light theme, in the dark one only those about color, because the
 * others do not depend on it. Leaves the page in the light theme, without motion.
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
      // Arrow keys scroll the results of a search from the field, which keeps the focus.
      .filter(({ html }) => !(id === "scrollable-region-focusable" && /role="listbox"/.test(html)))
      .map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
  expect.soft(found, where).toEqual([]);
}

/**
 * While choices are open, react-aria hides everything else from screen readers, so that on touch
 * screens the next swipe leads from the field to the choices at the end of the page. Leaving the
 * field ends that first, so a hidden element never has the focus (tested in `record-form.spec.ts`).
 */
const ofHiding: ReadonlySet<string> = new Set([
  "aria-hidden-focus",
  "page-has-heading-one",
  "region",
]);

/**
 * Required landmarks of a page, which an open modal dialog may hide. axe skips them itself if it
 * detects a modal, by hit tests at some points of the window.
 */
const ofPages: ReadonlySet<string> = new Set(["landmark-one-main", "page-has-heading-one"]);

async function emulate(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState === "running" && typeof endTime === "number" && endTime < 2_000;
    });
    // An animation whose element is not rendered, or is removed, may never finish.
    const enough = new Promise((resolve) => setTimeout(resolve, 2_000));
    const ended = Promise.allSettled(ending.map(({ finished }) => finished));
    return Promise.race([ended, enough]).then(() => undefined);
  });
}

function axe(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      // The live region of react-aria keeps the name of what it announced for seven seconds, even
      // if that is removed.
      .exclude("[data-live-announcer]")
      // WCAG 2.2, 2.5.8, off in axe by default. Reporting passed rules by element would take most
      // of the time. There are no frames.
      .options({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
      .setLegacyMode()
  );
}
