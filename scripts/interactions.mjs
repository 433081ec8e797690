import { quietness } from "./quiet-page.mjs";

const rounds = 5;

/**
 * Measures a list of 100 rows, all in view with their columns: the longest time in milliseconds
 * from an input to the next painted frame (event timing), and the processor time of the page's main
 * thread for it, which other work on the machine affects least. `page` is signed in.
 */
export async function interactions(page, list) {
  const untilQuiet = quietness(page);
  await page.addInitScript(() => {
    window.slowest = 0;
    new PerformanceObserver((all) => {
      for (const { duration, interactionId } of all.getEntries()) {
        if (interactionId) window.slowest = Math.max(window.slowest, duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  await page.setViewportSize({ width: 2_400, height: 3_600 });
  await page.goto(list);
  await page.getByRole("grid").getByRole("link").first().waitFor();
  await untilQuiet();
  const spentMs = await processorTime(page);
  const measured = [];
  for (const [what, act] of Object.entries(acts)) {
    const all = [];
    const spent = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.evaluate(() => {
        window.slowest = 0;
      });
      const before = await spentMs();
      await act(page);
      await untilQuiet();
      await page.waitForTimeout(300);
      spent.push((await spentMs()) - before);
      all.push(await page.evaluate(() => window.slowest));
    }
    const cpuMs = median(spent);
    measured.push({ what: `INP, ${what}`, is: median(all), most: 100, unit: "ms", cpuMs });
  }
  return measured;
}

const acts = {
  sort: async (page) => {
    const head = page.getByRole("columnheader", { name: /^Title/ });
    await head.getByRole("button", { name: "Title", exact: true }).click();
  },
  "next row": async (page) => {
    await page.keyboard.press("j");
  },
  preview: async (page) => {
    await page.keyboard.press(" ");
    await page.waitForTimeout(300);
    await page.keyboard.press("Escape");
  },
  "search in the list": async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("a");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.activeElement.blur());
  },
};

/**
 * Returns a function that reads the processor time of the tasks of a page's main thread, in
 * milliseconds.
 */
export async function processorTime(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1_000;
  };
}

/** Returns the median. */
export function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
