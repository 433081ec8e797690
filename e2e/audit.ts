import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Fails when axe finds anything on the page as it is now, once what opens has opened. */
export async function audit(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  // Where react-aria speaks to screen readers: it names what it read out for seven seconds more, gone or not.
  const builder = new AxeBuilder({ page }).exclude("[data-live-announcer]");
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
  expect(found).toEqual([]);
}
