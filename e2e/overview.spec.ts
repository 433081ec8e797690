import { expect } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";
import { holdResponses } from "./support/hold-response";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("every number opens exactly the records it counts", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  // A project of its own, because other tests change the sample while this one counts.
  const made = await callApi(request, "POST", "/api/project", { data: { name: "Counted" } });
  const projectId = made["_id"] ?? null;
  const first = async (path: string) => {
    const ask = { query: { projectId }, sort: { order: 1 }, limit: 1 };
    const list = await callApi<{ data: JsonObject[] }>(
      ...([request, "POST", `/api/${path}/get-list`, ask] as const),
    );
    return list.data[0]?.["_id"] ?? null;
  };
  const incident = {
    ...{ projectId, title: "Nobody owns this", declaredAt: new Date().toISOString() },
    currentIncidentStateId: await first("incident-state"),
    incidentSeverityId: await first("incident-severity"),
  };
  const alert = {
    ...{ projectId, title: "High load", currentAlertStateId: await first("alert-state") },
    alertSeverityId: await first("alert-severity"),
  };
  for (const [path, data] of Object.entries({ incident, alert })) {
    await callApi(request, "POST", `/api/${path}`, { data });
  }
  await page.goto(`/p/${made["slug"]}`);
  await expect(page.getByRole("heading", { name: "Open incidents" })).toBeVisible();
  const links = page.locator('main a[href*="filter="]');
  const numbers = await links.evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute("href") ?? "",
      text: link.textContent ?? "",
      count: Number(/\d[\d,]*/.exec(link.textContent ?? "")?.[0].replaceAll(",", "") ?? Number.NaN),
    })),
  );
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers.filter(({ text }) => /without an owner/.test(text))).toHaveLength(1);
  for (const [place, { href, count }] of numbers.entries()) {
    // An address with a time is another one after the numbers are read again.
    await links.nth(place).click();
    const total = page.getByRole("heading", { level: 1 }).locator("span");
    await expect(total, href).toHaveText(count.toLocaleString("en"));
    await page.goBack();
    await expect(links).toHaveCount(numbers.length);
  }
});

test("the newest open incidents and those open the longest are one tap away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/p/acme");
  const first = page.getByRole("list", { name: "Newest" }).getByRole("link").first();
  await expect(first).toBeInViewport();
  const longest = page.getByRole("list", { name: "Longest open" });
  await expect(longest.getByRole("link")).not.toHaveCount(0);
  const places = await page
    .getByRole("main")
    .getByRole("heading", { level: 2 })
    .evaluateAll((all) =>
      all
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map(({ textContent }) => textContent),
    );
  expect(places.slice(0, 2)).toEqual(["Open incidents", "Open alerts"]);
  const title = (await first.textContent()) ?? "";
  await first.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
});

test("the overview shows owners, ages and 30 days of each monitor, and first steps if empty", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto("/p/acme");
  const first = page.getByRole("list", { name: "Newest" }).getByRole("listitem").first();
  await expect(first).toHaveAttribute("data-work", "open");
  await expect(first.locator("time")).toBeVisible();
  await expect(page.getByRole("link", { name: /to acknowledge$/ })).toBeVisible();
  await page.getByRole("heading", { name: "Latest changes" }).scrollIntoViewIfNeeded();
  const strips = page.getByRole("list", { name: "Uptime of monitors, last 30 days" });
  await expect(strips.getByRole("slider").first()).toHaveAttribute("aria-valuemax", "30");
  await expect(page.getByRole("region", { name: "Set up this project" })).toHaveCount(0);

  const made = await callApi(request, "POST", "/api/project", { data: { name: "Empty" } });
  await page.goto(`/p/${made["slug"]}`);
  const steps = page.getByRole("region", { name: "Set up this project" });
  await expect(steps.getByRole("listitem")).toHaveCount(4);
  await expect(steps).toContainText("curl");
  await callApi(request, "POST", "/api/status-page", {
    data: { projectId: made["_id"] ?? null, name: "Public" },
  });
  await page.reload();
  await expect(steps.getByRole("link", { name: "Create a status page (done)" })).toBeVisible();
  await expect(
    steps.getByRole("link", { name: "Invite the people on call (to do)" }),
  ).toBeVisible();
});

test("a recent change links to its record before the name is loaded", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "label", { name: "To be changed", color: "#123456" });
  await callApi(request, "PUT", `/api/label/${id}`, { data: { color: "#654321" } });
  await page.goto("/p/acme/people");
  const letThrough = await holdResponses(page, "**/api/labels");
  await page.getByRole("link", { name: "Overview" }).first().click();
  const changes = page.getByRole("region", { name: "Latest changes" }).getByRole("listitem");
  await expect(changes.first().getByRole("link")).toHaveText("…");
  letThrough();
  await expect(changes.first().getByRole("link")).toHaveText("To be changed");
});

test("an export among the latest changes names its kind, and the other lines keep their names", {
  tag: "@hard",
}, async ({ page, request }) => {
  const made = await callApi(request, "POST", "/api/project", { data: { name: "Exported" } });
  const projectId = made["_id"] ?? null;
  const key = process.env["E2E_API_KEY"] ?? "";
  const query = JSON.stringify({ projectId });
  const reply = await request.get(
    `/api/label/export?format=csv&query=${encodeURIComponent(query)}`,
    {
      headers: { ApiKey: key },
    },
  );
  expect(reply.ok()).toBe(true);
  await reply.body();
  await page.goto(`/p/${made["slug"]}`);
  const changes = page.getByRole("region", { name: "Latest changes" }).getByRole("listitem");
  await expect(changes.first()).toContainText("exported labels");
  await expect(changes.nth(1).getByRole("link")).toHaveText(/\w/);
  await changes.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/change-log\/[0-9a-f-]{36}$/);
});

test("g and a letter navigate, ? lists every key, and the time zone changes everywhere", async ({
  page,
}) => {
  await page.goto("/p/acme");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { level: 1, name: /^Alerts/ })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText(
    "Select a range",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /change time zone/ }).click();
  await page.getByRole("menuitemradio", { name: "Other time zone…" }).click();
  await page.getByRole("combobox", { name: "Time zone" }).fill("Asia/Tokyo");
  await page.getByRole("button", { name: "Use time zone" }).click();
  await expect(page.locator("time").first()).toHaveAttribute("title", /GMT\+9|JST/);
  await page.reload();
  await expect(page.locator("time").first()).toHaveAttribute("title", /GMT\+9|JST/);
});

test("the theme is kept on this device", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
