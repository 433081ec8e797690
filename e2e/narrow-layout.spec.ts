import { expect, type Locator, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord, sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

const long =
  "Orders database has reached the limit of its connections and refuses checkout requests";

test.beforeEach(({ page }) => signIn(page));

const widths = [320, 390];

for (const width of widths) {
  test(`the palette stays within a window of ${width} px`, { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    await createRecord(request, "label", {
      name: `Fits ${long.replaceAll(" ", "-")}`,
      color: "#112233",
    });
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/p/acme?find=fits-orders");
    await expect(page.getByRole("option", { name: /^Fits/ }).first()).toBeVisible();
    const box = await page.getByRole("dialog", { name: "Find" }).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await expect(page.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  });
}

test("a record with events is no wider than 320 px, and times in Related have seconds and a zone", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const id = await declareIncident(request);
  await page.goto(`/p/acme/incident/${id}?tab=related`);
  const events = page.getByRole("region", { name: /^Incident state events/ }).first();
  await expect(events.locator("time").first()).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d \S+$/);
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("a related record's long name ends in an ellipsis", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const monitor = await createRecord(request, "monitor", {
    name: `M ${long}`,
    monitorType: "Manual",
  });
  await createRecord(request, "incident", { ...data(), monitors: [monitor] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/p/acme/monitor/${monitor}?tab=related`);
  const link = page.getByRole("region", { name: /^Incidents/ }).getByRole("link", { name: long });
  const name = link.locator("> span").last();
  await expect(name).toHaveCSS("text-overflow", "ellipsis");
  const cut = await name.evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(cut).toBe(true);
  const row = await link.locator("xpath=ancestor::li").boundingBox();
  const box = await name.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
});

for (const width of widths) {
  test(`a toast leaves the save bar and the bottom bar free at ${width} px`, {
    tag: "@hard",
  }, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 640 });
    const id = await declareIncident(request);
    await page.goto(`/p/acme/incident/${id}`);
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    const note = page.getByRole("alertdialog").filter({ hasText: "resolved" });
    await expect(note).toBeVisible();
    await expectVisible(
      page,
      page.getByRole("navigation", { name: "Quick navigation" }).getByText("Incidents"),
    );
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    const save = page.getByRole("button", { name: "Save incident" });
    await expect(save).toBeVisible();
    await expect(note).toBeVisible();
    await expectVisible(page, save);
  });
}

/** Fails if another element would receive a tap on the target. */
async function expectVisible(page: Page, target: Locator) {
  await expect
    .poll(() =>
      target.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return one.contains(top) || (top?.contains(one) ?? false);
      }),
    )
    .toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
}

function data() {
  return {
    title: long,
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
    declaredAt: new Date().toISOString(),
  };
}

function declareIncident(request: Parameters<typeof createRecord>[0]): Promise<string> {
  return createRecord(request, "incident", {
    ...data(),
    monitors: [sampleId("monitor", 1)],
    changeMonitorStatusToId: sampleId("monitor-status", 2),
  });
}

test("a record's page is not wider than its window", { tag: "@hard" }, async ({ page }) => {
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/p/acme/incident");
    const link = page.locator('main a[href^="/p/acme/incident/"]:not([href$="/new"])').first();
    await page.goto((await link.getAttribute("href")) ?? "");
    await expect(page.getByRole("button", { name: /^Edit / }).first()).toBeAttached();
    const found = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(found, `at ${width} px`).toBeLessThanOrEqual(width);
  }
});

test("the orders of a project are not wider than its window", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const name = "Waiting for a supplier whose name is very very long indeed and goes on";
  await createRecord(request, "incident-state", { name, color: "#123456", order: 2 });
  const project = await sampleProjectId(request);
  for (const width of [390, 700, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/p/acme/project/${project}`);
    const states = page.getByRole("grid", { name: "Incident states, in order" });
    await expect(states.getByText(name)).toBeVisible();
    const found = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(found, `at ${width} px`).toBeLessThanOrEqual(width);
    const column = await states.locator("xpath=..").boundingBox();
    const list = await states.boundingBox();
    expect(list?.width, `in its column at ${width} px`).toBeLessThanOrEqual(column?.width ?? 0);
  }
});

test("the times of a list are not cut at any width, and labels show where there is room", {
  tag: "@hard",
}, async ({ page }) => {
  for (const path of ["incident", "alert"])
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/p/acme/${path}`);
      const scroller = page.locator("[data-list-scroller]");
      await expect(scroller.locator("tbody tr[id]").first()).toBeVisible();
      const hidden = await scroller.evaluate((it) => it.scrollWidth - it.clientWidth);
      expect(hidden, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      const labels = page.getByRole("columnheader", { name: /^Labels/ });
      if (width === 1024) await expect(labels).toBeHidden();
      if (width === 1920) await expect(labels).toBeVisible();
    }
});
