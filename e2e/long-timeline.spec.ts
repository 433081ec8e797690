import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord, declareIncident, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

/** The number of notes of the incident. */
const notes = Number(process.env["E2E_NOTES"] ?? 450);
/** Most elements of the document, whatever the number of entries: the first page is rendered whole. */
const mostElements = 5_000;

test.beforeEach(({ page }) => signIn(page));

const timelineOf = (page: Page) => page.getByRole("list", { name: /^Timeline/ });

/** Creates an incident with notes, some with several lines. Returns its page. */
async function longIncident(request: APIRequestContext): Promise<string> {
  const incidentId = await declareIncident(request);
  await addNotes(request, incidentId, notes);
  return `/p/acme/incident/${incidentId}`;
}

async function addNotes(
  request: APIRequestContext,
  incidentId: string,
  count: number,
): Promise<void> {
  const projectId = await sampleProjectId(request);
  for (let from = 0; from < count; from += 100) {
    const items = Array.from({ length: Math.min(100, count - from) }, (_, n) => {
      const number = from + n;
      const note = `Note ${number}. ${"The replica lags behind. ".repeat((number % 7) * 3)}`;
      return { data: { projectId, incidentId, note } };
    });
    await callApi(request, "POST", "/api/incident-internal-note/bulk-create", { items });
  }
}

/** The state of the page while the timeline is scrolled. */
interface Watched {
  readonly elements: number;
  readonly longestTaskMs: number;
}

/** Counts elements and long tasks from now on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { elements: 0, longestTaskMs: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
    }).observe({ type: "longtask" });
    const count = () => {
      const { length } = document.querySelectorAll("*");
      seen.elements = Math.max(seen.elements, length);
      requestAnimationFrame(count);
    };
    count();
  });
}

const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => ({ ...(window as unknown as { seen: Watched }).seen }));

/** Scrolls by the wheel to the end of the timeline, and loads its pages on the way. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.mouse.move(400, 400);
  await expect(async () => {
    for (let step = 0; step < 20; step += 1) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(20);
    }
    await expect(timelineOf(page).locator("li").last()).toContainText("declared", { timeout: 100 });
  }).toPass({ timeout: 600_000, intervals: [0] });
}

test("a long timeline scrolls to its end with few elements and no long pause", {
  tag: "@hard",
}, async ({ page, request }) => {
  test.setTimeout(900_000);
  await page.goto(await longIncident(request));
  await expect(timelineOf(page)).toContainText(`Note ${notes - 1}.`);
  await watch(page);
  await scrollToEnd(page);
  const { elements, longestTaskMs } = await watched(page);
  process.stdout.write(`${notes} notes: ${elements} elements, longest task ${longestTaskMs} ms\n`);
  expect(elements).toBeLessThanOrEqual(mostElements);
  // A busy machine takes several times as long; all entries in the document would take far longer.
  expect(longestTaskMs).toBeLessThan(2_500);
});

test("the keyboard goes through the entries in order, and to the last one", {
  tag: "@hard",
}, async ({ page, request }) => {
  test.setTimeout(300_000);
  await page.goto(await longIncident(request));
  const timeline = timelineOf(page);
  await expect(timeline).toContainText(`Note ${notes - 1}.`);
  await timeline.getByRole("link").first().focus();
  const places: number[] = [];
  for (let step = 0; step < 90; step += 1) {
    places.push(await focusedPlace(page));
    await page.keyboard.press("Tab");
  }
  expect([...new Set(places)]).toEqual(
    Array.from({ length: new Set(places).size }, (_, n) => n + 1),
  );
  expect(places.at(-1)).toBeGreaterThan(60);
  // The focused entry stays, however far the page is scrolled.
  const last = await focusedPlace(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(200);
  await page.keyboard.press("Tab");
  expect(await focusedPlace(page)).toBeGreaterThanOrEqual(last);
  await expect(page.locator(":focus")).toBeInViewport();
  await page.locator(":focus").blur();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(timeline.locator("li").last()).toContainText("declared", { timeout: 500 });
    await expect(timeline.locator("li").last()).toBeInViewport();
  }).toPass({ timeout: 120_000 });
});

test("a link to an entry far down shows it, and a printed timeline has all entries", {
  tag: "@hard",
}, async ({ page, request }) => {
  const address = await longIncident(request);
  const id = address.split("/").at(-1);
  const path = `/api/incident/${id}/story?order=desc`;
  const { entries } = await callApi<{ entries: { id: string; at: string }[] }>(
    ...([request, "GET", path] as const),
  );
  const entry = entries[150];
  if (!entry) throw new Error("There are few entries.");
  await page.goto(`${address}?entry=${entry.id}`);
  await expect(page.locator(`#entry-${entry.id}`)).toBeInViewport({ ratio: 1 });
  await page.goto(address);
  await expect(timelineOf(page)).toContainText(`Note ${notes - 1}.`);
  await scrollToEnd(page);
  const rows = timelineOf(page).locator("> li");
  const few = await rows.count();
  expect(few).toBeLessThan(200);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect.poll(() => rows.count()).toBeGreaterThan(notes);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect.poll(() => rows.count()).toBeLessThan(200);
});

test("entries keep their place while those above are measured", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  await page.goto(await longIncident(request));
  await expect(timelineOf(page)).toContainText(`Note ${notes - 1}.`);
  await page.waitForLoadState("networkidle");
  // The entries directly above are not measured yet.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight - 3_000));
  await page.mouse.move(400, 400);
  await page.waitForTimeout(2_000);
  for (let step = 0; step < 12; step += 1) {
    const before = await placeOnScreen(page);
    await page.mouse.wheel(0, -250);
    await expect
      .poll(async () => Math.abs((await topOf(page, before.id)) - before.top - 250))
      .toBeLessThan(3);
    await page.waitForTimeout(200);
  }
});

test("entries keep their place when the next page of them arrives", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const address = await longIncident(request);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/story\?.*cursor=./, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address);
  const rows = timelineOf(page).locator("> li");
  await expect(rows).toHaveCount(200);
  await page.waitForLoadState("networkidle");
  await rows.last().scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const before = await placeOnScreen(page);
  release();
  await expect
    .poll(async () => Number(await rows.last().getAttribute("aria-setsize")))
    .toBeGreaterThan(200);
  expect(Math.abs((await topOf(page, before.id)) - before.top)).toBeLessThan(3);
});

/** Returns the place of the entry that holds the focus; 0 without one. */
function focusedPlace(page: Page): Promise<number> {
  return page.evaluate(() =>
    Number(document.activeElement?.closest("li")?.getAttribute("aria-posinset") ?? 0),
  );
}

/** Returns an entry in the upper half of the window. */
function placeOnScreen(page: Page): Promise<{ readonly id: string; readonly top: number }> {
  return page.evaluate(() => {
    for (const row of document.querySelectorAll("li[aria-posinset]")) {
      const { top } = row.getBoundingClientRect();
      if (top > 150) return { id: row.id, top };
    }
    throw new Error("No entry is in view.");
  });
}

function topOf(page: Page, id: string): Promise<number> {
  return page.evaluate(
    (of) => document.getElementById(of)?.getBoundingClientRect().top ?? Number.NaN,
    id,
  );
}

test("new entries leave no gap before those that are loaded, and no entry without its names", {
  tag: "@hard",
}, async ({ page, request }) => {
  test.setTimeout(900_000);
  const incidentId = await declareIncident(request);
  await createRecord(request, "incident-member", {
    ...{ incidentId, userId: sampleId("user", 5) },
    incidentRoleId: sampleId("incident-role", 2),
  });
  await addNotes(request, incidentId, 199);
  await page.goto(`/p/acme/incident/${incidentId}`);
  const timeline = timelineOf(page);
  await expect(timeline).toContainText("Note 198.");
  await scrollToEnd(page);
  const joined = timeline.locator("li").filter({ hasText: "joined as" });
  const text = await joined.locator("p").last().textContent();
  const total = Number(await joined.getAttribute("aria-setsize"));
  for (const more of [20, 250]) {
    await addNotes(request, incidentId, more);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(timeline).toContainText(`Note ${more - 1}.`);
    await scrollToEnd(page);
    await expect(joined.locator("p").last()).toHaveText(String(text));
  }
  await expect(joined).toHaveAttribute("aria-setsize", String(total + 270));
});
