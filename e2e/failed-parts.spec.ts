import { expect, type Locator, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true, expectedErrors: [/status of 500/] });

interface Part {
  readonly what: string;
  /** The address below the project. */
  readonly path: string;
  /** The request that fails the first time, below the API. */
  readonly read: string;
  /** The accessible name of the region; absent: the selected tab. */
  readonly region?: string | RegExp;
  /** Shown in the part once it is read. */
  readonly shown: (part: Locator) => Locator;
}

const policy = `on-call-duty-policy/${sampleId("on-call-duty-policy", 1)}`;
const incident = `incident/${sampleId("incident", 1)}`;
const minutes = (part: Locator) => part.getByText("within 15 min");

const parts: readonly Part[] = [
  {
    ...{ what: "dependencies", path: `service/${sampleId("service", 6)}`, region: "Dependencies" },
    ...{ read: "dependencies?*", shown: (part) => part.getByText("If Orders fails").first() },
  },
  {
    ...{ what: "rules of a policy", path: policy, region: "Escalation ladder", shown: minutes },
    read: "on-call-duty-policy-escalation-rule/*",
  },
  {
    ...{ what: "people of a policy", path: policy, region: "Escalation ladder", shown: minutes },
    read: "on-call-duty-policy-escalation-rule-user/*",
  },
  {
    ...{ what: "bar colors", path: `status-page/${sampleId("status-page", 1)}` },
    ...{ region: "Bar colors", read: "status-page-history-chart-bar-color-rule/*" },
    shown: (part) => part.getByText("99.9 to 100 %").first(),
  },
  {
    ...{ what: "monitors beside bar colors", path: `status-page/${sampleId("status-page", 1)}` },
    ...{ region: "Bar colors", read: "status-page-resource/get-list" },
    shown: (part) => part.getByRole("slider", { name: /^Uptime of .* in these colors/ }),
  },
  {
    ...{
      what: "orders",
      path: `project/${sampleId("project", 1)}`,
      region: "Order of states and severities",
    },
    read: "incident-severity/versions",
    shown: (part) => part.getByRole("grid", { name: "Incident severities, in order" }),
  },
  {
    ...{ what: "related records", path: `${incident}?tab=related`, region: /^Incident states?/ },
    ...{ read: "incident-state-timeline/*", shown: (part) => part.getByRole("listitem").first() },
  },
  {
    ...{ what: "uptime of a monitor", path: `monitor/${sampleId("monitor", 1)}`, region: "Uptime" },
    ...{ read: "uptime?*", shown: (part) => part.getByRole("slider") },
  },
  {
    ...{ what: "uptime in reports", path: "reports", region: /^Uptime by monitor/ },
    ...{ read: "uptime?*", shown: (part) => part.getByRole("slider").first() },
  },
  {
    ...{ what: "uptime on the overview", path: "", region: "Monitors" },
    ...{ read: "uptime?*", shown: (part) => part.getByRole("slider").first() },
  },
  {
    ...{ what: "monitors on the overview", path: "", region: "Monitors" },
    ...{ read: "monitor/get-list", shown: (part) => part.getByRole("slider").first() },
  },
  {
    ...{ what: "response times", path: "", region: "Open incidents", read: "report?*" },
    shown: (part) => part.getByText("to acknowledge"),
  },
  {
    ...{ what: "history", path: `${incident}?tab=history`, read: "change-log/get-list" },
    shown: (part) => part.getByRole("list", { name: "Changes, newest first" }),
  },
];

for (const { what, path, read, region, shown } of parts)
  test(`a failed read is repeated by its button: ${what}`, { tag: "@hard" }, async ({ page }) => {
    await signIn(page);
    await page.route(`**/api/${read}`, (route) => route.fulfill({ status: 500 }));
    // The document of the overview brings its data, so the page itself reads only after a navigation.
    await page.goto(`/p/acme/${path || "label"}`);
    if (path === "") await overview(page).click();
    const part =
      region === undefined
        ? page.getByRole("tabpanel")
        : page.getByRole("region", { name: region }).first();
    // Strips are read once they are in view.
    await part.evaluate((element) => element.scrollIntoView({ block: "end" }));
    const failure = part.getByRole("alert");
    await expect(failure).toContainText("The server returned status 500");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await failure.getByRole("button", { name: "Try again" }).focus();
    await page.keyboard.press("Enter");
    await expect(shown(part)).toBeVisible();
    await expect(failure).toHaveCount(0);
    expect(await hasFocus(part)).toBe(true);
  });

function overview(page: Page): Locator {
  const main = page.getByRole("navigation", { name: "Main" });
  return main.getByRole("link", { name: "Overview" });
}

test("the buttons of parts that fail at once name their parts", { tag: "@hard" }, async ({
  page,
}) => {
  await signIn(page);
  await page.route(/\/api\/(uptime|report)\?/, (route) => route.fulfill({ status: 500 }));
  await page.goto("/p/acme/label");
  await overview(page).click();
  const again = (name: string) => page.getByRole("button", { name, exact: true });
  await page.getByRole("region", { name: "Monitors" }).scrollIntoViewIfNeeded();
  await expect(again("Try again: response times")).toHaveText("Try again");
  await expect(again("Try again: uptime of monitors")).toHaveText("Try again");
});

/** Returns whether the focus is on the part or in it. */
function hasFocus(part: Locator): Promise<boolean> {
  return part.evaluate((element) => element.contains(document.activeElement));
}
