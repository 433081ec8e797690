import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { holdResponses } from "./support/hold-response";
import { createRecord, declareIncident } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a record is found by its number from anywhere and opened by the keyboard alone", async ({
  page,
}) => {
  await page.goto("/p/acme");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(fieldOf(page)).toBeFocused();
  await fieldOf(page).fill("INC-42");
  await expect(page.getByRole("option", { name: /^INC-42/ })).toBeVisible();
  await expect(page.getByText("1 record found")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/p\/acme\/incident\/[0-9a-f-]{36}$/);
  const id = page.url().split("/").at(-1) ?? "";
  await expect(page.getByRole("heading", { level: 1, name: /INC-42/ })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const recent = page.getByRole("group", { name: "Recently opened" }).getByRole("option");
  await expect(recent.first()).toContainText("INC-42");
  await fieldOf(page).fill(`${new URL(page.url()).origin}/p/acme/incident/${id}?tab=history`);
  await expect(page.getByRole("option", { name: /^INC-42/ })).toBeVisible();
  await expect(page.getByRole("option", { name: "Open this link" })).toBeVisible();
});

test("actions are found by name: create, acknowledge, time zone, theme", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/alert?find=new%20alert%20sev");
  await expect(fieldOf(page)).toHaveValue("new alert sev");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/p/acme/alert-severity/new");

  await page.goto("/p/acme");
  await find(page, "INC-60");
  const step = page.getByRole("option", { name: /^(Acknowledge|Resolve) INC-60$/ }).first();
  const name = (await step.textContent()) ?? "";
  await step.click();
  const done = name.startsWith("Ack") ? "INC-60 acknowledged" : "INC-60 resolved";
  await expect(page.getByText(done)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();

  await find(page, "asia/tokyo");
  await page.getByRole("option", { name: "Switch to Asia/Tokyo" }).click();
  await expect(page.getByRole("button", { name: /Tokyo.*change time zone/ })).toBeVisible();
  await find(page, "dark");
  await page.getByRole("option", { name: "Switch to the dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("an exact name comes first and is marked, also when typed before the palette is open", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/alert?find=new%20incident");
  const marked = page.locator('[role="option"][data-focused]');
  await expect(marked).toHaveText("New incident");
  await expect(page.getByRole("option").first()).toHaveText("New incident");
  await fieldOf(page).fill("");
  await fieldOf(page).fill("switch to the da");
  await expect(page.getByText("1 result, no records")).toBeVisible();
  await fieldOf(page).fill("");
  await fieldOf(page).pressSequentially("new incident");
  await expect(page.getByRole("option").nth(1)).toContainText("New incident ");
  await expect(marked).toHaveText("New incident");
  await page.keyboard.press("ArrowDown");
  await expect(marked).toHaveText((await page.getByRole("option").nth(1).textContent()) ?? "");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/p/acme/incident/new");
});

test("Enter applies to the whole text, not to results for part of it", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  await createRecord(request, "team", { name: "palette" });
  const wanted = await createRecord(request, "team", { name: "palette zulu" });
  await page.goto("/p/acme");
  await find(page, "palette");
  await expect(page.getByRole("option", { name: "palette", exact: true })).toBeVisible();
  const answer = await holdResponses(page, "**/api/search?*");
  await fieldOf(page).fill("palette zulu");
  await expect(page.getByRole("status").filter({ hasText: "Searching…" })).toBeVisible();
  await page.keyboard.press("Enter");
  answer();
  await expect(page).toHaveURL(`/p/acme/team/${wanted}`);
});

test("words of a description find the open incident, also beside words that no record has", async ({
  page,
}) => {
  await page.goto("/p/acme");
  await find(page, "step last checkout");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("INC-60");
  await expect(first.locator("b").first()).toHaveText(/step|last|checkout/);
  await expect(
    page.getByRole("option", { name: /^INC-60 .*(Identified|Acknowledged)/ }),
  ).toBeVisible();
  await fieldOf(page).fill("checkout broken");
  await expect(page.getByText(/^No record has all words\. .* have some of them\.$/)).toBeVisible();
  await expect(first).toContainText("INC-60");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /INC-60/ })).toBeVisible();
});

test("a verb and a number take the step of the record", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme");
  await find(page, "resolve inc-60");
  await expect(page.getByRole("option").first()).toHaveText("Resolve INC-60");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog").getByText("INC-60 resolved")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  const answer = await holdResponses(page, "**/api/search?*");
  await find(page, "reopen inc-59");
  await page.keyboard.press("Enter");
  answer();
  await expect(page.getByRole("heading", { level: 1, name: /INC-59/ })).toBeVisible();
});

test("a typed number means the record that has it, not one that mentions it", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await createRecord(request, "alert", {
    title: "Disk 98765 is full",
    alertSeverityId: sampleId("alert-severity", 1),
    currentAlertStateId: sampleId("alert-state", 1),
  });
  const ask = { select: { alertNumberWithPrefix: true } };
  const alert = await callApi(request, "POST", `/api/alert/${id}/get-item`, ask);
  const number = String(alert["alertNumberWithPrefix"]);
  await declareIncident(request, { title: `Checkout down, see ${number}` });
  await page.goto("/p/acme");
  await find(page, `resolve ${number}`);
  await expect(page.getByRole("option").first()).toHaveText(`Resolve ${number}`);
  await fieldOf(page).fill("resolve 98765");
  await expect(page.getByText("No record has the number 98765.")).toBeVisible();
  await fieldOf(page).fill(number);
  await expect(page.getByRole("option").first()).toContainText("Disk 98765 is full");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/p/acme/alert/${id}`);
});

test("the marked record is shown beside the results, where there is room", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme");
  await find(page, "INC-6");
  const beside = page.getByRole("dialog", { name: "Find" }).locator("[inert]");
  const options = page.getByRole("option", { name: /^INC-6/ });
  await expect(options.nth(1)).toBeVisible();
  const numberOf = async (place: number) =>
    /INC-\d+/.exec((await options.nth(place).textContent()) ?? "")?.[0] ?? "";
  await expect(beside).toContainText(await numberOf(0));
  await expect(beside).toContainText("Severity");
  await page.keyboard.press("ArrowDown");
  await expect(beside).toContainText(await numberOf(1));
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(beside).toHaveCount(0);
});

test("an empty result is shown, and Escape restores the focus", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/alert");
  const button = page.getByRole("button", { name: /find/i }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  await fieldOf(page).fill("zzzz-nothing");
  await expect(page.getByText('No results match all words of "zzzz-nothing".')).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("keys work as soon as the page is rendered, before React's effects have run", {
  tag: "@hard",
}, async ({ page }) => {
  await page.addInitScript(pressWhenDrawn);
  await page.goto("/p/acme");
  await expect(fieldOf(page)).toBeFocused();
});

/** Presses Ctrl+K at the moment the page's heading enters the document. */
function pressWhenDrawn(): void {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector("main h1")) return;
    watcher.disconnect();
    const press = { key: "k", ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", press));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

function fieldOf(page: Page) {
  return page.getByRole("searchbox", { name: "Find records and pages" });
}

async function find(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await fieldOf(page).fill(text);
}
