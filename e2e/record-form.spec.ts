import { expect } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { expectAccessible } from "./support/axe";
import { openFieldGroups } from "./support/fill-form";
import { holdResponses } from "./support/hold-response";
import { declareIncident } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

test("required fields show an error, and the first of them gets the focus", async ({ page }) => {
  await page.goto(`${project}/alert/new`);
  await page.getByRole("button", { name: "Create alert" }).click();
  await expect(page.getByText("Title is required.")).toBeVisible();
  await expect(page.getByText("Severity is required.")).toBeVisible();
  await expect(page.getByLabel(/^Title/)).toBeFocused();
});

test.describe("an error of the server", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("is shown at its field", async ({ page }) => {
    await page.goto(`${project}/incident/${sampleId("incident", 60)}/edit`);
    await page.route(/\/api\/incident\//, async (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      const message = "title was seen before.";
      const errors = [{ pointer: "/data/title", field: "title", message }];
      await route.fulfill({ status: 400, json: { code: "validation", detail: message, errors } });
    });
    await page.getByLabel(/^Title/).fill("Seen before");
    await page.getByRole("button", { name: "Save incident" }).click();
    await expect(page.getByText("Title was seen before.")).toBeVisible();
    await expect(page.getByLabel(/^Title/)).toBeFocused();
  });
});

test("a record is chosen by typing its name", async ({ page }) => {
  await page.goto(`${project}/alert/new`);
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.click();
  await severity.pressSequentially("hig");
  await page.getByRole("option", { name: "High" }).click();
  await expect(severity).toHaveValue("High");
});

test("a record that a form needs is created in a dialog and selected in the form", async ({
  page,
}) => {
  await page.goto(`${project}/alert/new`);
  await page.getByLabel(/^Title/).fill("Kept while another is made");
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.click();
  await severity.pressSequentially("Made beside");
  await page.getByRole("option", { name: "Create an alert severity “Made beside”…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "New alert severity" });
  await expect(dialog.getByLabel(/^Name/)).toHaveValue("Made beside");
  await dialog.getByLabel(/^Color/).fill("#aa3300");
  await dialog.getByRole("button", { name: "Create alert severity" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(severity).toHaveValue("Made beside");
  await expect(page.getByLabel(/^Title/)).toHaveValue("Kept while another is made");
  await expect(page).toHaveURL(`${project}/alert/new`);
});

test("a dialog closed during its save selects nothing and does not close the next dialog", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`${project}/alert/new`);
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  const dialog = page.getByRole("alertdialog", { name: "New alert severity" });
  const open = async (name: string) => {
    await severity.click();
    await severity.fill(name);
    await page.getByRole("option", { name: /^Create/ }).click();
    await expect(dialog.getByLabel(/^Name/)).toHaveValue(name);
  };
  await open("Given up");
  await dialog.getByLabel(/^Color/).fill("#aa3300");
  const letThrough = await holdResponses(page, "**/api/alert-severity");
  await dialog.getByRole("button", { name: "Create alert severity" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open("Another");
  letThrough();
  await expect(page.getByText("Alert Severity created")).toBeVisible();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue("Another");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(severity).not.toHaveValue("Given up");
});

test("a picker shows that it is searching while the first records are loaded", {
  tag: "@hard",
}, async ({ page }) => {
  const letThrough = await holdResponses(page, "**/api/alert-severity/get-list");
  await page.goto(`${project}/alert/new`);
  await page.getByRole("combobox", { name: /^Severity/ }).click();
  await expect(page.getByText("Searching…")).toBeVisible();
  letThrough();
  await expect(page.getByRole("option", { name: /^Create an alert severity/ })).toBeVisible();
});

test("a form cannot be saved while uploads are pending, and files keep their order", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`${project}/incident/${sampleId("incident", 60)}/edit`);
  const file = page.getByLabel(/^Attachments/).first();
  const chosen = page.getByRole("list", { name: "Attachments, selected" }).getByRole("listitem");
  const choose = (name: string) =>
    file.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await expect(page.getByRole("textbox", { name: "Custom fields" })).toBeVisible();
  await openFieldGroups(page);
  const letThrough = await holdResponses(page, "**/api/file?*");
  await choose("one.txt");
  await choose("left-out.txt");
  await expect(chosen).toHaveCount(2);
  await page.getByRole("button", { name: "Save incident" }).click();
  await expect(page.getByText(/^Attachments is still uploading/)).toBeVisible();
  await chosen.nth(1).getByRole("button", { name: "Remove file" }).click();
  await page.route("**/api/file?*", (route) => route.continue());
  await choose("two.txt");
  await expect(chosen).toHaveText(["one.txt", "two.txt"]);
  letThrough();
  await expect(page.getByText(/uploading/)).toHaveCount(0);
  await expect(chosen).toHaveText(["one.txt", "two.txt"]);
});

test("the choices of a picker stay open while the page scrolls", { tag: "@hard" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await page.goto(`${project}/alert/new`);
  await page.getByRole("combobox", { name: /^Severity/ }).click();
  const option = page.getByRole("option", { name: "High" });
  await expect(option).toBeVisible();
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(500, 100);
  await page.mouse.wheel(0, 40);
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);
  await expect(option).toBeVisible();
});

test("the choices of a picker stay open, at their field, while its dialog scrolls", {
  tag: "@hard",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 420 });
  await page.goto(`${project}/alert/new`);
  await page.getByRole("combobox", { name: /^Monitor/ }).fill("Fresh");
  await page.getByRole("option", { name: "Create a monitor “Fresh”…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "New monitor" });
  const field = dialog.getByRole("combobox", { name: /^Labels/ });
  await field.click();
  const list = page.getByRole("listbox");
  await expect(list.getByRole("option").first()).toBeVisible();
  const apart = async () => {
    const [at, hung] = [await field.boundingBox(), await list.boundingBox()];
    return Math.round((hung?.y ?? 0) - (at?.y ?? 0));
  };
  const before = { apart: await apart(), y: (await field.boundingBox())?.y };
  const box = await dialog.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 120);
  await page.mouse.wheel(0, 25);
  await expect.poll(async () => (await field.boundingBox())?.y).not.toBe(before.y);
  await expect(list).toBeVisible();
  await expect.poll(apart).toBe(before.apart);
});

test("a list of records is put in order by keys, also while their names arrive", {
  tag: "@hard",
}, async ({ page }) => {
  const letThrough = await holdResponses(page, "**/api/labels");
  await page.goto(`${project}/incident/${sampleId("incident", 60)}/edit`);
  const rows = page.getByRole("grid", { name: "Labels, in order" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  await rows.first().getByRole("button", { name: /^Drag/ }).focus();
  await page.keyboard.press("Enter");
  letThrough();
  await expect(rows).toContainText(["database", "payments", "eu-west", "us-east"]);
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(rows).toHaveText(["payments", "eu-west", "database", "us-east"]);
  await page.getByRole("button", { name: "Move database up" }).click();
  await expect(rows).toHaveText(["payments", "database", "eu-west", "us-east"]);
  await page.getByRole("button", { name: "Remove payments" }).click();
  await expect(rows).toHaveText(["database", "eu-west", "us-east"]);
  await expect(page.getByText("1 field changed")).toBeVisible();
});

test("JSON is checked at its line, and Tab is no trap", { tag: "@hard" }, async ({ page }) => {
  await page.goto(`${project}/incident/${sampleId("incident", 60)}/edit`);
  const editor = page.getByRole("textbox", { name: "Custom fields" });
  await editor.fill('{"region": "eu",\n "tier" 1}');
  await expect(page.locator(".cm-lintRange-error")).toBeVisible();
  await editor.blur();
  await expect(page.getByText("Custom fields is not valid JSON (line 2, column 9).")).toBeVisible();
  await editor.focus();
  await page.keyboard.press("Tab");
  await expect(page.locator(".cm-content").first()).not.toBeFocused();
});

test("JSON typed before its editor is there stays, the keyboard with it, and nothing moves", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`${project}/incident/${sampleId("incident", 60)}/edit`);
  const field = page.getByRole("textbox", { name: "Custom fields" });
  await expect(field).toHaveValue(/\{/);
  await page.waitForLoadState("networkidle");
  const editor = page.locator(".cm-content").first();
  await expect(editor).toHaveCount(0);
  const letThrough = await holdResponses(page, "**/_next/static/chunks/*.js");
  const asked = page.waitForRequest("**/_next/static/chunks/*.js");
  await field.fill('{"typed": 1,');
  await asked;
  const next = page.getByLabel(/^Number/).first();
  const before = await next.boundingBox();
  letThrough();
  await expect(editor).toBeFocused();
  expect((await next.boundingBox())?.y).toBe(before?.y);
  await page.keyboard.type(' "on": 2}');
  await expect(editor).toHaveText('{"typed": 1, "on": 2}');
});

test("a stored password is removed only on request", { tag: "@hard" }, async ({ page }) => {
  const record = `${project}/status-page-private-user/${sampleId("status-page-private-user", 1)}`;
  const password = page.getByRole("textbox", { name: "Password" });
  const fact = page.locator("dl > div", { hasText: "Password" });
  await page.goto(record);
  await expect(fact).toHaveText("PasswordNot set");
  await page.goto(`${record}/edit`);
  await expect(password).toBeVisible();
  await expect(page.getByLabel("Remove the password")).toHaveCount(0);
  await password.fill("a word for guests");
  await page.getByRole("button", { name: "Save status page private user" }).click();
  await expect(fact).toHaveText("PasswordSet (hidden)");
  await page.goto(`${record}/edit`);
  await page.getByLabel("Remove the password").check();
  await expect(page.getByText("1 field changed")).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Save status page private user" }).click();
  expect((await sent).postDataJSON()).toEqual({ data: { password: "" } });
  await expect(fact).toHaveText("PasswordNot set");
});

test("the creation of a record can be undone", { tag: "@hard" }, async ({ page }) => {
  await page.goto(`${project}/incident-severity/new`);
  await page.getByLabel(/^Name/).fill("Made by mistake");
  await page.getByLabel(/^Color/).fill("#123456");
  await page.getByRole("button", { name: "Create incident severity" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Made by mistake");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(`${project}/incident-severity`);
  await expect(page.getByText("Incident Severity deleted")).toBeVisible();
});

test("a form is accessible, with a picker and a dialog open", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`${project}/incident/${sampleId("incident", 60)}/edit`);
  await expect(page.getByRole("textbox", { name: "Custom fields" })).toBeVisible();
  await expectAccessible(page);
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "choices");
  await page.getByRole("option", { name: /^Create/ }).click();
  await expect(page.getByRole("alertdialog").getByLabel(/^Name/)).toBeVisible();
  await expectAccessible(page, "a dialog");
});

test("a time is shown with its zone, and an incomplete one is an error, not dropped", async ({
  page,
}) => {
  await page.goto(`${project}/incident/new`);
  const field = page.getByLabel(/^Declared/);
  await field.fill("2026-08-09T12:02:31");
  await page.getByLabel(/^Title/).focus();
  await expect(field).toHaveValue("9 Aug 2026, 12:02:31");
  await expect(field).toHaveAccessibleDescription(/UTC/);
  await field.focus();
  await page.keyboard.press("Backspace");
  await page.getByLabel(/^Title/).fill("With half a time");
  const problem = page.getByText(/^Declared is incomplete/);
  await page.getByRole("button", { name: "Create incident" }).click();
  await expect(problem).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(problem).toHaveCount(0);
  await field.pressSequentially("01");
  await page.getByLabel(/^Title/).focus();
  await expect(problem).toBeVisible();
  await page.getByRole("button", { name: "Now" }).click();
  await expect(problem).toHaveCount(0);
});

test("a time at which clocks change is explained, and a day that does not exist is named so", {
  tag: ["@axe", "@hard"],
}, async ({ page, context, address, inspect }) => {
  await context.addCookies([{ name: "clock", value: "Europe%2FBerlin", url: address }]);
  await page.goto(`${project}/incident/new`);
  const field = page.getByLabel(/^Declared/);
  const leave = () => page.getByLabel(/^Title/).focus();
  await field.fill("29 Mar 2026, 02:30");
  await leave();
  await expect(field).toHaveValue("29 Mar 2026, 03:30:00");
  await expect(field).toHaveAccessibleDescription(/The clocks skip 02:30 on this day/);
  await field.fill("25 Oct 2026, 02:30");
  await leave();
  await expect(field).toHaveAccessibleDescription(/first time, at UTC\+2/);
  await inspect(page);
  await page.getByRole("button", { name: "Use the second" }).click();
  await expect(field).toHaveAccessibleDescription(/second time, at UTC\+1/);
  await expect(field).toHaveValue("25 Oct 2026, 02:30:00");
  await leave();
  await expect(page.getByRole("button", { name: "Use the first" })).toBeVisible();
  await field.fill("31 Feb 2026, 14:00");
  await leave();
  await expect(page.getByRole("button", { name: "Use the first" })).toHaveCount(0);
  await page.getByRole("button", { name: "Create incident" }).click();
  await expect(page.getByText(/^Declared is on a day that does not exist/)).toBeVisible();
  await field.fill("28 Feb 2026, 14:00");
  await leave();
  await expect(page.getByText(/does not exist/)).toHaveCount(0);
});

test("a stored time with milliseconds is told apart at a clock change", { tag: "@hard" }, async ({
  page,
  request,
  context,
  address,
}) => {
  const declaredAt = "2026-10-25T01:30:00.500Z";
  const id = await declareIncident(request, { declaredAt });
  await context.addCookies([{ name: "clock", value: "Europe%2FBerlin", url: address }]);
  await page.goto(`${project}/incident/${id}/edit`);
  const field = page.getByLabel(/^Declared/);
  await expect(field).toHaveAccessibleDescription(/second time, at UTC\+1/);
  await page.getByRole("button", { name: "Use the first" }).click();
  await expect(field).toHaveAccessibleDescription(/first time, at UTC\+2/);
});

test("a list of records opens by typing, an arrow or a press, not by passing through", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`${project}/alert/new`);
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  const list = page.getByRole("listbox");
  await page.getByLabel(/^Title/).focus();
  const passed = new Set<string>();
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press("Tab");
    const role = await page.evaluate(() => document.activeElement?.getAttribute("role") ?? "");
    passed.add(role);
    await expect(list).toHaveCount(0);
  }
  expect(passed).toContain("combobox");
  await severity.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "High" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await severity.click();
  await expect(page.getByRole("option", { name: "High" })).toBeVisible();
  await page.keyboard.press("Escape");
  await severity.pressSequentially("hi");
  await expect(page.getByRole("option", { name: "High" })).toBeVisible();
  // Parts of the page that an open list hides from screen readers are visible again before one of
  // them gets the focus.
  await severity.press("Tab");
  await expect(list).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.closest("[aria-hidden]"))).toBeNull();
});
