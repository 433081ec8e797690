import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { ensurePackages } from "./packages.mjs";
import { quietness } from "./quiet-page.mjs";
import { root } from "./run-command.mjs";
import { smallPng } from "./small-png.mjs";

await ensurePackages();
const { signIn, startChromium, startSampleServer } = await import("./sample-server.mjs");

const folder = `${root}docs/screens`;
const largest = 150_000;

/** The screenshots: an address, and the steps before the picture is taken. */
const screens = [
  { name: "overview", path: "/p/acme", until: heading("Latest changes") },
  { name: "incidents", path: "/p/acme/incident", until: firstRow },
  { name: "incident", path: "/p/acme/incident", until: openFirst("incident") },
  { name: "monitors", path: "/p/acme/monitor", until: firstRow },
  { name: "monitor", path: "/p/acme/monitor", until: openFirst("monitor") },
  { name: "reports", path: "/p/acme/reports?range=90d", until: region("Load per person") },
  { name: "policy", path: "/p/acme/on-call-duty-policy", until: openFirst("on-call-duty-policy") },
  { name: "service", path: "/p/acme/service", until: openFirst("service") },
  { name: "bar-colors", path: "/p/acme/status-page", until: openFirst("status-page") },
  { name: "status-page", path: "/status/acme-status", until: firstHeading },
  { name: "form", path: "/p/acme/incident/new", until: firstHeading },
  { name: "find", path: "/p/acme/incident", until: findSomething, looks: ["light", "dark"] },
  { name: "people", path: "/p/acme/people", until: firstHeading, looks: ["light"] },
  { name: "keys", path: "/p/acme/keys", until: firstHeading, looks: ["light"] },
  { name: "sign-in", path: "/sign-in", until: firstHeading, signedOut: true, looks: ["light"] },
  { name: "docs", path: "/docs/incident", until: firstHeading },
];

const looks = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: {
    ...{ viewport: { width: 390, height: 844 }, colorScheme: "light", deviceScaleFactor: 1.5 },
    ...{ hasTouch: true, isMobile: true },
  },
};

const server = await startSampleServer();
const browser = await startChromium();
try {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file.endsWith(".png")) rmSync(`${folder}/${file}`);
  for (const [look, settings] of Object.entries(looks)) {
    const context = await browser.newContext({ ...settings, reducedMotion: "reduce" });
    const page = await context.newPage();
    const untilQuiet = quietness(page);
    await signIn(page, server.base);
    const shown = screens.filter((screen) => (screen.looks ?? Object.keys(looks)).includes(look));
    for (const screen of shown) await take(page, screen, look, untilQuiet);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

async function take(page, { name, path, until, signedOut = false }, look, untilQuiet) {
  if (signedOut) await page.context().clearCookies();
  await page.goto(server.base + path);
  await until(page);
  await untilQuiet();
  const file = `${name}-${look}.png`;
  const picture = smallPng(await page.screenshot({ animations: "disabled", caret: "hide" }));
  writeFileSync(`${folder}/${file}`, picture);
  if (signedOut) await signIn(page, server.base);
  const note = picture.length > largest ? "  larger than it should be" : "";
  process.stdout.write(`${file.padEnd(24)}${Math.round(picture.length / 1000)} kB${note}\n`);
}

function heading(name) {
  return (page) => page.getByRole("heading", { name, exact: true }).waitFor();
}

function firstHeading(page) {
  return page.getByRole("heading", { level: 1 }).waitFor();
}

async function firstRow(page) {
  await page.locator('main a[href*="/p/acme/"]').first().waitFor();
}

function region(name) {
  return (page) => page.getByRole("region", { name }).waitFor();
}

/** Opens the first record of a list. */
function openFirst(path) {
  return async (page) => {
    await firstRow(page);
    const first = page.locator(`main a[href^="/p/acme/${path}/"]:not([href$="/new"])`).first();
    await page.goto(server.base + (await first.getAttribute("href")));
    await page.getByRole("tab", { name: /^History/ }).waitFor();
  };
}

async function findSomething(page) {
  await firstRow(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: "Find records and pages" }).fill("checkout");
  await page.getByText(/\d records found/).waitFor();
}
