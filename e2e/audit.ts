import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Fails when axe finds anything on the page as it is now, or in `part` of it, once what opens has opened. All rules in
 * light; in dark those on colour, for the rest is the same. Leaves the page in light, without motion.
 */
export async function audit(page: Page, where = page.url(), part = "html"): Promise<void> {
  await emulate(page, "light");
  const light = await axe(page, part).analyze();
  await emulate(page, "dark");
  const dark = await axe(page, part).withRules(["color-contrast"]).analyze();
  await emulate(page, "light");
  const found = [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes
      // What a search found scrolls with the arrows, from the field: the field keeps the focus.
      .filter(({ html }) => !(id === "scrollable-region-focusable" && /role="listbox"/.test(html)))
      .map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
  expect.soft(found, where).toEqual([]);
}

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

function axe(page: Page, part: string): AxeBuilder {
  return (
    new AxeBuilder({ page })
      .include(part)
      // Where react-aria speaks to screen readers: it names what it read out for seven seconds more, gone or not.
      .exclude("[data-live-announcer]")
      // All that is right, told element by element, would take most of the time; pages in pages there are none.
      .options({ resultTypes: ["violations"] })
      .setLegacyMode()
  );
}
