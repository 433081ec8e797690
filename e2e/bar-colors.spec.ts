import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { inviteUser } from "./support/invite-user";
import { sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const kind = "status-page-history-chart-bar-color-rule";
const kindName = "Status Page History Chart Bar Color Rule";
const statusPageId = sampleId("status-page", 1);
const address = `/p/acme/status-page/${statusPageId}`;

test.beforeEach(({ page }) => signIn(page));

const editor = (page: Page) => page.getByRole("region", { name: "Bar colors" });
const threshold = (page: Page, rule: number) =>
  editor(page).getByRole("slider", { name: `Threshold of rule ${rule}` });

async function storedRules(request: APIRequestContext): Promise<readonly unknown[][]> {
  const { data } = await callApi<{ data: JsonObject[] }>(
    ...([request, "POST", `/api/${kind}/get-list`] as const),
    {
      ...{ query: { statusPageId }, sort: { order: 1 } },
      select: { uptimePercentGreaterThanOrEqualTo: true, barColor: true },
    },
  );
  return data.map((row) => [row.uptimePercentGreaterThanOrEqualTo, row.barColor, row._id]);
}

const withoutIds = (rules: readonly unknown[][]) => rules.map((rule) => rule.slice(0, 2));

test("thresholds are moved by pointer and by keys, the strip follows, and one undo takes all back", {
  tag: "@axe",
}, async ({ page, request, inspect }) => {
  const before = withoutIds(await storedRules(request));
  await page.goto(address);
  const strip = editor(page).getByRole("slider", { name: /^Uptime of .* in these colors/ });
  const worst = strip.locator('path[fill="#fd625e"]');
  await expect(worst).toHaveCount(1);
  await inspect(page);

  const handle = threshold(page, 3);
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error("The handle is not shown.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 400, box.y + 5, { steps: 4 });
  await page.mouse.up();
  await expect(handle).toHaveAttribute("aria-valuenow", "0");
  await expect(worst).toHaveCount(0);
  await expect(editor(page)).toContainText("never used: 0 already decides");
  await inspect(page);

  await handle.press("End");
  await handle.press("ArrowLeft");
  await expect(handle).toHaveAttribute("aria-valuenow", "99.99");
  await editor(page).getByLabel("Least uptime of rule 3, in percent").fill("90");
  await expect(handle).toHaveAttribute("aria-valuenow", "90");
  await editor(page).getByRole("button", { name: "Remove rule 2" }).click();
  await editor(page).getByRole("button", { name: "Add rule" }).click();
  await editor(page).getByRole("button", { name: "Move rule 2 up" }).click();
  await editor(page).getByRole("button", { name: "Save colors" }).click();
  await expect(page.getByText("Bar colors saved")).toBeVisible();
  expect(withoutIds(await storedRules(request))).toEqual([
    ...[
      [90, "#ffbf53"],
      [99.9, "#2ab57d"],
      [0, "#fd625e"],
      [0, "#8fa3bf"],
    ],
  ]);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  expect(withoutIds(await storedRules(request))).toEqual(before);
  await expect(threshold(page, 2)).toHaveAttribute("aria-valuenow", "99");
});

test.describe("another user", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("who changed a rule meanwhile is not overwritten unseen", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const rules = await storedRules(request);
    await page.goto(address);
    await threshold(page, 2).press("ArrowLeft");
    await expect(threshold(page, 2)).toHaveAttribute("aria-valuenow", "98.9");
    const elsewhere = (place: number, data: JsonObject) =>
      callApi(request, "PUT", `/api/${kind}/${rules[place - 1]?.[2]}`, { data });
    await elsewhere(2, { barColor: "#123456" });
    await elsewhere(4, { barColor: "#654321" });
    await editor(page).getByRole("button", { name: "Save colors" }).click();
    await expect(editor(page).getByRole("alert")).toContainText("Another user changed these rules");
    await expect(threshold(page, 2)).toHaveAttribute("aria-valuenow", "98.9");
    await editor(page).getByRole("button", { name: "Save colors" }).click();
    await expect(page.getByText("Bar colors saved")).toBeVisible();
    const [, second, , fourth] = await storedRules(request);
    expect(second?.[0]).toBe(98.9);
    expect(fourth?.[1]).toBe("#654321");
    await elsewhere(2, { barColor: "#8fd6b4", uptimePercentGreaterThanOrEqualTo: 99 });
    await elsewhere(4, { barColor: "#fd625e" });
  });
});

test("a user who may only read sees the scale without handles, on a phone too", {
  tag: "@hard",
}, async ({ browser, page }) => {
  const permissions = ["Read Status Page", "Read Status Page History Chart Bar Color Rule"];
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    ...{ name: "Reader", permissions },
  });
  await own.setViewportSize({ width: 390, height: 844 });
  await own.goto(address);
  await expect(editor(own).getByText("0 to below 95 %")).toBeVisible();
  await expect(editor(own).getByRole("slider")).toHaveCount(0);
  await expect(editor(own).getByRole("button")).toHaveCount(0);
  const overflow = await own.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await own.context().close();
});

test("a user who may create rules but change none sets the new one, and takes it back", {
  tag: "@hard",
}, async ({ browser, page }) => {
  const permissions = ["Read", "Create"].map((right) => `${right} ${kindName}`);
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    ...{ name: "Maker", permissions: ["Read Status Page", ...permissions] },
  });
  await own.goto(address);
  await expect(editor(own).getByText("0 to below 95 %")).toBeVisible();
  await expect(editor(own).getByRole("slider")).toHaveCount(0);
  const add = editor(own).getByRole("button", { name: "Add rule" });
  const remove = editor(own).getByRole("button", { name: /^Remove rule/ });
  await add.click();
  await expect(remove).toHaveCount(1);
  await remove.click();
  await expect(remove).toHaveCount(0);
  await add.click();
  await expect(editor(own).getByLabel("Color of rule 1")).toBeDisabled();
  await editor(own).getByLabel("Color of rule 5").fill("#123456");
  await editor(own).getByLabel("Least uptime of rule 5, in percent").fill("1");
  await threshold(own, 5).press("ArrowRight");
  await editor(own).getByRole("button", { name: "Save colors" }).click();
  await expect(own.getByText("Bar colors saved")).toBeVisible();
  const [, , , , made] = await storedRules(page.request);
  expect(made?.slice(0, 2)).toEqual([expect.any(Number), "#123456"]);
  await callApi(page.request, "DELETE", `/api/${kind}/${made?.[2]}`);
  await own.context().close();
});
