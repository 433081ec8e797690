import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { ensurePackages } from "./packages.mjs";

/** Delay between hover and press, in milliseconds. */
const pointingMs = 300;

await ensurePackages();
const { freePort, signIn, startChromium, startSampleServer } = await import("./sample-server.mjs");
const { interactions, median, processorTime } = await import("./interactions.mjs");
const { coldPages } = await import("./cold-pages.mjs");
const { firstPages } = await import("./first-pages.mjs");
const { quietness } = await import("./quiet-page.mjs");
const { default: lighthouse, desktopConfig } = await import("lighthouse");

const list = "/p/acme/incident";
/** A link of the fifth row: only the page of the first record is prefetched. */
const pressed = '[role="grid"] tbody tr:nth-child(5) a[href*="/incident/"]';
const rounds = 5;
const server = await startSampleServer();
const debugPort = await freePort();
const browser = await startChromium([`--remote-debugging-port=${debugPort}`]);
try {
  await fill();
  const page = await signedIn();
  const record = await firstRecord(page);
  const rows = [
    ...(await firstPages()),
    ...(await coldPages(signedIn, addresses(record))),
    ...(await timings()),
    ...(await interactions(page, `${server.base}${list}?size=100`)),
    ...(await scores(page, { "sign-in": "/sign-in", list, record })),
  ];
  print(rows);
} finally {
  await browser.close();
  await server.stop();
}

async function signedIn() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server.base);
  return page;
}

async function firstRecord(page) {
  await page.goto(server.base + list);
  await firstRow(page);
  return linkIn(page).getAttribute("href");
}

function addresses(record) {
  const { base } = server;
  return { list: base + list, record: base + record, overview: `${base}/p/acme` };
}

function firstRow(page) {
  return linkIn(page).waitFor();
}

function linkIn(page) {
  return page.getByRole("grid").getByRole("link").first();
}

/** Creates enough incidents to fill a page of 100. */
async function fill() {
  const ask = async (path, body) => {
    const reply = await fetch(server.base + path, {
      method: "POST",
      headers: { ApiKey: server.key, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const select = {
    ...{ projectId: true, title: true, declaredAt: true },
    ...{ currentIncidentStateId: true, incidentSeverityId: true },
  };
  const { data } = await ask("/api/incident/get-list", { select, limit: 60 });
  for (const { _id, ...known } of data) await ask("/api/incident", { data: known });
}

/** Measures the time from a press in the quiet list to the record. */
async function timings() {
  const opened = { at: [], cpu: [] };
  const pointed = { at: [], cpu: [] };
  for (let round = 0; round < rounds; round += 1) {
    const page = await signedIn();
    const untilQuiet = quietness(page);
    await page.goto(server.base + list);
    await untilQuiet();
    await open(page, opened);
    await page.goto(server.base + list);
    await untilQuiet();
    await page.locator(pressed).first().hover();
    await page.waitForTimeout(pointingMs);
    await open(page, pointed);
    await page.context().close();
  }
  return [
    { what: "record from a list, to its title", ...opening(opened) },
    { what: "  the same, pointed at before", ...opening(pointed) },
  ];
}

async function open(page, { at, cpu }) {
  const untilQuiet = quietness(page);
  const spentMs = await processorTime(page);
  const before = await spentMs();
  at.push(await timeToRecord(page));
  await untilQuiet();
  cpu.push((await spentMs()) - before);
}

function opening({ at, cpu }) {
  return { is: median(at), most: 100, unit: "ms", cpuMs: median(cpu) };
}

function timeToRecord(page) {
  return page.evaluate(
    (pressed) =>
      new Promise((resolve) => {
        const link = document.querySelector(pressed);
        const title = link.textContent.trim();
        const started = performance.now();
        const look = () => {
          const heading = document.querySelector("h1");
          const isThere = location.pathname !== "/p/acme/incident" && heading;
          if (isThere && heading.textContent.includes(title)) resolve(performance.now() - started);
          else requestAnimationFrame(look);
        };
        link.click();
        look();
      }),
    pressed,
  );
}

/** Runs Lighthouse for a desktop, signed in if the page needs it. Pages without a user come first. */
async function scores(page, pages) {
  const session = await browser.newBrowserCDPSession();
  const scored = [];
  for (const [name, path] of Object.entries(pages)) {
    // Lighthouse opens its pages in the default context. A page may set cookies beside these.
    if (path.startsWith("/p/")) {
      await session.send("Storage.setCookies", { cookies: await page.context().cookies() });
    }
    const onlyCategories = ["performance", "accessibility", "best-practices"];
    const { lhr } = await lighthouse(
      server.base + path,
      { port: debugPort, onlyCategories, logLevel: "error" },
      desktopConfig,
    );
    for (const { title, score } of Object.values(lhr.categories)) {
      const is = Math.round((score ?? 0) * 100);
      scored.push({ what: `Lighthouse, ${name}: ${title.toLowerCase()}`, is, least: 95, unit: "" });
    }
    note(lhr);
  }
  return scored;
}

/** Prints the audits that cost points. */
function note({ finalDisplayedUrl, audits }) {
  const poor = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) =>
      score !== null &&
      score < 0.9 &&
      ["binary", "numeric", "metricSavings"].includes(scoreDisplayMode),
  );
  const ids = poor.map(({ id, displayValue = "" }) => `${id} ${displayValue}`.trim());
  process.stderr.write(`${new URL(finalDisplayedUrl).pathname}: ${ids.join(", ")}\n`);
}

function print(rows) {
  const chromium = browser.version();
  const { model } = cpus()[0];
  const today = new Date().toISOString().slice(0, 10);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"]).toString().trim();
  process.stdout.write(
    `${today}, ${commit}. ${model}, ${cpus().length} cores; Node ${process.versions.node}, Chromium ${chromium}.\n\n`,
  );
  for (const { what, is, most, least, unit, cpuMs } of rows) {
    const isMet = most === undefined ? is >= least : is <= most;
    const aim = most === undefined ? `at least ${least}` : `at most ${most} ${unit}`;
    process.stdout.write(
      `${what.padEnd(42)}${`${Math.round(is)} ${unit}`.trim().padStart(9)}  ${aim.padEnd(16)}${isMet ? "ok" : "MISSED"}${
        cpuMs === undefined ? "" : `  ${Math.round(cpuMs)} ms of processor time`
      }\n`,
    );
  }
}
