import { median, processorTime } from "./interactions.mjs";
import { quietness } from "./quiet-page.mjs";

const rounds = 5;

/** The element whose first appearance counts, and the aim in milliseconds. */
const pages = {
  list: { what: "to the first row", shown: '[role="grid"] tbody a[href*="/p/"]', most: 350 },
  record: { what: "to its heading", shown: "h1 bdi", most: 300 },
  overview: { what: "to its numbers", shown: "main span.tabular-nums", most: 250 },
};

/**
 * Measures pages with an empty cache. `open` resolves to a signed-in page of a new browser context,
 * and `paths` are the addresses by name. Returns for each page the time to its first content, the
 * processor time of the main thread, the layout shift, the size of its scripts as sent, and the
 * longest task on a processor slowed down four times. Scripts that an idle page loads for later
 * pages are not counted.
 */
export async function coldPages(open, paths) {
  const measured = [];
  for (const [name, { what, shown, most }] of Object.entries(pages)) {
    const all = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push({
        ...(await load(open, paths[name], shown, 1)),
        slow: await load(open, paths[name], shown, 4),
      });
    }
    const of = (read) => median(all.map(read));
    const long = `${name}, cold`;
    measured.push(
      {
        what: `${long}, ${what}`,
        is: of(({ at }) => at),
        most,
        unit: "ms",
        cpuMs: of(({ cpu }) => cpu),
      },
      {
        what: `${long}, layout shift x 1000`,
        is: of(({ shift }) => 1_000 * shift),
        most: 20,
        unit: "",
      },
      { what: `${long}, scripts`, is: of(({ scripts }) => scripts / 1_000), most: 220, unit: "kB" },
      {
        what: `${long}, longest task at 1/4 speed`,
        is: of(({ slow }) => slow.longest),
        most: 150,
        unit: "ms",
      },
    );
  }
  return measured;
}

async function load(open, address, shown, slowdown) {
  const page = await open();
  const untilQuiet = quietness(page);
  await page.addInitScript(watch, shown);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const spentMs = await processorTime(page);
  const before = await spentMs();
  await page.goto(address);
  await page.waitForFunction(() => window.seen.at !== undefined);
  await untilQuiet();
  const cpu = (await spentMs()) - before;
  const seen = await page.evaluate(() => window.seen);
  const scripts = await page.evaluate(scriptBytes);
  await page.context().close();
  return { ...seen, scripts, cpu };
}

/** Runs in the page before its scripts. */
function watch(shown) {
  const seen = { at: undefined, shift: 0, longest: 0 };
  window.seen = seen;
  const observe = (type, note) =>
    new PerformanceObserver((all) => {
      for (const entry of all.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  observe("layout-shift", ({ value }) => {
    seen.shift += value;
  });
  observe("longtask", ({ duration }) => {
    seen.longest = Math.max(seen.longest, duration);
  });
  const look = () => {
    if (!document.querySelector(shown)) return requestAnimationFrame(look);
    return requestAnimationFrame(() => {
      seen.at = performance.now();
    });
  };
  look();
}

/** Runs in the page once it is quiet. */
function scriptBytes() {
  const [prefetch] = performance.getEntriesByName("tocsin:prefetch");
  return performance
    .getEntriesByType("resource")
    .filter(({ name }) => /\.js(?:\?|$)/.test(name))
    .filter(({ startTime }) => startTime < (prefetch?.startTime ?? Number.POSITIVE_INFINITY))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
