import { expect, type Route } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("the sidebar collapses by a key and stays so; the expanded groups under More too", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme");
  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByText("More of Alerts").click();
  await expect(nav.locator("details[open]").getByRole("link").first()).toBeVisible();
  await page.reload();
  await expect(nav.locator("details[open]")).toHaveCount(1);
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: "Expand the sidebar" })).toBeVisible();
  await page.reload();
  await nav.getByRole("link", { name: /^Incidents/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Incidents/ })).toBeVisible();
  await page.getByRole("button", { name: "Expand the sidebar" }).click();
  await expect(nav.getByRole("heading", { name: "On-call" })).toBeVisible();
});

test.describe("without a server", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/] });

  test("focused elements end right below the notice, at each width", { tag: "@hard" }, async ({
    page,
    context,
  }) => {
    await page.goto(`/p/acme/monitor/${sampleId("monitor", 1)}`);
    await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
    await context.setOffline(true);
    const notice = page.getByRole("status", { name: "Connection" });
    await expect(notice).toContainText("You are offline.");
    for (const width of [390, 900, 1280]) {
      await page.setViewportSize({ width, height: 500 });
      await page.mouse.wheel(0, 400);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
      const below = await notice.evaluate((element) => element.getBoundingClientRect().bottom);
      await expect(page.locator("html")).toHaveCSS("scroll-padding-top", `${below}px`);
    }
  });

  test("a write fails with a message and is never sent later; the notice disappears automatically", {
    tag: "@hard",
  }, async ({ page, context, request }) => {
    const made = await createLabel(request, "Before");
    await page.goto(`/p/acme/label/${made._id}/edit`);
    await page.getByRole("textbox", { name: /^Name/ }).fill("After");
    await context.setOffline(true);
    const notice = page.getByRole("status", { name: "Connection" });
    await expect(notice).toContainText("You are offline.");
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(page.getByText(/Nothing was sent; try again later/).first()).toBeVisible();
    await context.setOffline(false);
    await expect(notice).toBeEmpty();
    await expect(page.getByText(/^You were offline and nothing was sent/).first()).toBeVisible();
    await expect(page.getByText(/You are offline/)).toBeHidden();
    const kept = await callApi(request, "POST", `/api/label/${made._id}/get-item`);
    expect(kept.name).toBe("Before");
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(page).toHaveURL(`/p/acme/label/${made._id}`);
  });

  test("a write that was sent before the network failed is not called unsent", {
    tag: "@hard",
  }, async ({ page, context, request }) => {
    const made = await createLabel(request, "Sent");
    await page.goto(`/p/acme/label/${made._id}/edit`);
    await page.getByRole("textbox", { name: /^Name/ }).fill("Sent and lost");
    await page.route(`**/api/label/${made._id}`, async (route) => {
      if (route.request().method() === "GET") return route.fallback();
      await route.fetch();
      await context.setOffline(true);
      return route.abort("internetdisconnected");
    });
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(page.getByText(/check whether it was saved/).first()).toBeVisible();
    await expect(page.getByText(/othing was sent/)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText(/check whether it was saved/).first()).toBeVisible();
  });

  test("a response pending when the network failed does not count as a restored connection", {
    tag: "@hard",
  }, async ({ page, context }) => {
    await page.goto("/p/acme/label");
    await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
    const [isHeld, held] = signal();
    const [isOffline, goOn] = signal();
    const holdOne = async (route: Route) => {
      const answer = await route.fetch();
      const list = await answer.json();
      held();
      await isOffline;
      const data = [{ ...list.data[0], name: "Answered late" }, ...list.data.slice(1)];
      await route.fulfill({ response: answer, json: { ...list, data } });
    };
    await page.route("**/api/label/get-list", holdOne, { times: 1 });
    await page.getByRole("button", { name: "Refresh" }).click();
    await isHeld;
    await context.setOffline(true);
    const notice = page.getByRole("status", { name: "Connection" });
    await expect(notice).toContainText("You are offline.");
    goOn();
    await expect(page.getByRole("link", { name: "Answered late" })).toBeVisible();
    await expect(notice).toContainText("You are offline.");
    await context.setOffline(false);
    await expect(notice).toBeEmpty();
  });

  test("a server that was ready and is busy again is checked once more", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto("/p/acme/label");
    await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
    const [isBusyAgain, goOn] = signal();
    let asked = 0;
    let busyForSeconds = 1;
    await page.route("**/readyz", async (route) => {
      asked += 1;
      await isBusyAgain;
      await route.continue();
    });
    await page.route("**/api/**", (route) =>
      busyForSeconds === 0
        ? route.continue()
        : route.fulfill({
            status: 503,
            headers: { "Retry-After": String(busyForSeconds) },
            json: { code: "unavailable" },
          }),
    );
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => asked).toBe(1);
    busyForSeconds = 2;
    const refused = page.waitForResponse((reply) => reply.headers()["retry-after"] === "2");
    await page.getByRole("button", { name: "Refresh" }).click();
    await refused;
    goOn();
    await expect.poll(() => asked).toBeGreaterThan(1);
    busyForSeconds = 0;
    await expect(page.getByRole("status", { name: "Connection" })).toBeEmpty();
  });

  test("a server that shuts down is shown and retried after its Retry-After", {
    tag: "@hard",
  }, async ({ page }) => {
    await page.goto("/p/acme/label");
    await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
    const tries: number[] = [];
    const busy = { status: 503, headers: { "Retry-After": "1" }, json: { code: "unavailable" } };
    await page.route("**/api/label/get-list", (route) =>
      tries.push(Date.now()) < 3 ? route.fulfill(busy) : route.continue(),
    );
    await page.getByRole("button", { name: "Refresh" }).click();
    const notice = page.getByRole("status", { name: "Connection" });
    await expect(notice).toContainText("The server is busy or restarting.");
    await expect(notice).toBeEmpty();
    const [first = 0, second = 0] = tries;
    expect(second - first).toBeGreaterThan(950);
  });
});

/** Returns a promise and the function that fulfills it. */
function signal(): [Promise<void>, () => void] {
  let fulfil: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return [promise, fulfil];
}

test("one key changes the time zone of lists, records, forms and history, across a clock change", {
  tag: "@hard",
}, async ({ page, request }) => {
  // Clocks in Berlin go back from 03:00 to 02:00 at 01:00 UTC: these two both read 02:30 there.
  const times = ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"];
  const list = await callApi<{ data: readonly { _id: string }[] }>(
    request,
    "POST",
    "/api/incident/get-list",
    { query: { projectId: await projectId(request) }, select: { title: true }, limit: 2 },
  );
  const ids = list.data.map(({ _id }) => _id);
  for (const [at, declaredAt] of times.entries()) {
    await callApi(request, "PUT", `/api/incident/${ids[at]}`, { data: { declaredAt } });
  }
  await page.goto("/p/acme/incident?sort=-declaredAt");
  await page.evaluate(() => localStorage.setItem("tocsin:zone", "Europe/Berlin"));
  const shown = (instant: string) => page.locator(`time[datetime="${instant}"]`).last();
  const [first = "", second = ""] = times;
  await page.goto(`/p/acme/incident/${ids[0]}`);
  await expect(shown(first)).toContainText("25 Oct 2026, 00:30:00 UTC");
  await page.keyboard.press("t");
  await expect(page.getByText(/^Times are now shown in/).first()).toBeVisible();
  await page.keyboard.press("t");
  await expect(page.getByText("Times are now shown in Europe/Berlin")).toBeVisible();
  await expect(shown(first)).toContainText("25 Oct 2026, 02:30:00 CEST");
  await page.goto(`/p/acme/incident/${ids[1]}`);
  await expect(shown(second)).toContainText("25 Oct 2026, 02:30:00 CET");
  await page.goto(`/p/acme/incident/${ids[1]}/edit`);
  const field = page.getByLabel(/^Declared/).first();
  await expect(field).toHaveValue(/^25 Oct 2026, 02:30/);
  await expect(page.getByText("Europe/Berlin, UTC+1").first()).toBeVisible();
  await page.goto("/p/acme");
  await expect(page.locator("time").first()).toHaveAttribute("title", /CET$|CEST$/);
});

async function createLabel(request: Parameters<typeof callApi>[0], name: string) {
  const data = { projectId: await projectId(request), name, color: "#123456" };
  return callApi(request, "POST", "/api/label", { data });
}

async function projectId(request: Parameters<typeof callApi>[0]): Promise<string> {
  const { data } = await callApi<{ data: readonly { _id: string }[] }>(
    request,
    "POST",
    "/api/project/get-list",
    { query: { slug: "acme" }, select: { name: true } },
  );
  return data[0]?._id ?? "";
}
