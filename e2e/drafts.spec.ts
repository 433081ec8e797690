import { expect, type Locator, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { holdResponses } from "./support/hold-response";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

test("a draft survives leaving and reloading, without secrets, until it is saved", {
  tag: "@hard",
}, async ({ page }) => {
  const form = page.getByRole("form");
  await page.goto(`${project}/status-page-private-user/new`);
  await form.getByLabel("E-mail").fill("draft@partner.example");
  await form.getByLabel("Password", { exact: true }).fill("never kept 4711");
  await page.getByRole("link", { name: "Status Page Private Users" }).first().click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("draft@");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("4711");

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/Draft of .* restored/)).toBeVisible();
  await expect(form.getByLabel("E-mail")).toHaveValue("draft@partner.example");
  await expect(form.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(form.getByLabel("E-mail")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("draft@");

  await page.goto(`${project}/alert-severity/${sampleId("alert-severity", 2)}/edit`);
  await page.getByLabel("Description").fill("Saved at once");
  await page.getByRole("button", { name: "Save alert severity" }).click();
  await expect(page.getByText("Saved at once")).toBeVisible();
  await page.waitForTimeout(500);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByText("No changes")).toBeVisible();
});

test("a draft holds the input of the last moment before a reload", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`${project}/alert-severity/${sampleId("alert-severity", 1)}/edit`);
  const field = page.getByLabel("Description");
  await expect(field).toBeVisible();
  // Ends the throttling of the draft that the form saves first.
  await page.waitForTimeout(1_000);
  page.on("dialog", (dialog) => void dialog.accept());
  await field.fill("Pasted before the reload");
  await page.reload();
  await expect(page.getByText(/Draft of .* restored/)).toBeVisible();
  await expect(field).toHaveValue("Pasted before the reload");
  await page.getByRole("button", { name: "Discard draft" }).click();
});

test("an incomplete time is not restored by a draft, because its error would be invisible", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`${project}/incident/new`);
  const declared = page.getByLabel(/^Declared/);
  await declared.fill("2026-08-09T12:02:31");
  await page.getByLabel(/^Title/).fill("With half a time");
  await declared.focus();
  await page.keyboard.press("Backspace");
  await page
    .getByLabel(/^Description/)
    .first()
    .focus();
  await expect(page.getByText(/^Declared is incomplete/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("half a");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/Draft of .* restored/)).toBeVisible();
  await expect(page.getByLabel(/^Title/)).toHaveValue("With half a time");
  await expect(declared).toHaveValue(/^\d{1,2} \w{3} \d{4}, /);
  await page.getByRole("button", { name: "Discard draft" }).click();
});

test("a shortcut asks for confirmation before it leaves unsaved input", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`${project}/alert-severity/new`);
  await page.getByLabel(/^Name/).fill("Not saved");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(`${project}/alert-severity/new`);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await question.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL(`${project}/incident`);
});

test("a value changed in place asks before its page is left, and not once it is closed", {
  tag: "@hard",
}, async ({ page }) => {
  const record = `${project}/alert-severity/${sampleId("alert-severity", 1)}`;
  await page.goto(record);
  await page.getByRole("button", { name: "Edit Name" }).press("Enter");
  const field = page.getByRole("form", { name: "Edit Name" }).getByRole("textbox");
  await field.fill("Typed in place");
  const away = page.getByRole("link", { name: "Alert Severities" }).first();
  await away.click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).not.toContainText("draft");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(field).toHaveValue("Typed in place");
  await expect(page).toHaveURL(record);
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await away.click();
  await expect(page).toHaveURL(`${project}/alert-severity`);
});

test("Escape asks before it drops a long text that was typed in place", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const label = { name: "long-thoughts", color: "#123456", description: "Before" };
  await page.goto(`${project}/label/${await createRecord(request, "label", label)}`);
  await page.getByRole("button", { name: "Edit Description" }).press("Enter");
  const field = page.getByRole("form", { name: "Edit Description" }).getByRole("textbox");
  await field.fill("A long thought");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await field.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(field).toHaveValue("A long thought");
  await expect(field).toBeFocused();
  await field.press("Escape");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(field).toHaveValue("A long thought");
  await field.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(field).toHaveCount(0);
  await expect(page.getByText("A long thought")).toHaveCount(0);
  await page.getByRole("button", { name: "Edit Description" }).press("Enter");
  await field.press("Escape");
  await expect(field).toHaveCount(0);
});

const halfTyped = [
  { page: "API keys", opener: "New API key", field: "Name", typed: "Half a key", title: "the key" },
  {
    ...{ page: "People", opener: "Invite a user", field: "E-mail", typed: "half@example.com" },
    title: "the invitation",
  },
];
for (const { page: at, opener, field: name, typed, title } of halfTyped) {
  test(`half-typed input for ${title} is dropped only after confirmation`, {
    tag: "@hard",
  }, async ({ page }) => {
    await page.goto(project);
    await page.getByRole("link", { name: at, exact: true }).first().click();
    const field = page.getByRole("textbox", { name: new RegExp(`^${name}`) });
    await page.getByRole("button", { name: opener }).click();
    await expect(field).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field).toHaveCount(0);
    await page.getByRole("button", { name: opener }).click();
    await field.fill(typed);
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await page.keyboard.press("Escape");
    await expect(question).toContainText(`Unsaved changes to ${title} will be lost.`);
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(field).toHaveValue(typed);
    await page.evaluate(() => history.back());
    const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await leaving.getByRole("button", { name: "Keep editing" }).click();
    await expect(leaving).toHaveCount(0);
    await expect(field).toHaveValue(typed);
    // A press right after the question is closed was lost once on a busy machine.
    await expect(async () => {
      await field.press("Escape");
      await expect(question).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(field).toHaveCount(0);
  });
}

for (const { page: at, opener, title } of halfTyped) {
  test(`the permissions chosen for ${title} are dropped only after confirmation`, {
    tag: "@hard",
  }, async ({ page }) => {
    await page.goto(`${project}/${at === "People" ? "people" : "keys"}`);
    await page.getByRole("button", { name: opener }).click();
    const role = page.getByRole("radio", { name: "Read All Project Resources" });
    await role.check();
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await expect(question).toContainText(`Unsaved changes to ${title} will be lost.`);
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(role).toBeChecked();
  });
}

test("going back from a dialog over a form asks once, for both", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`${project}/alert`);
  await page.getByRole("link", { name: "New alert" }).click();
  await page.getByLabel(/^Title/).fill("Under the dialog");
  await page.getByRole("combobox", { name: /^Labels/ }).fill("Beside the alert");
  await page.getByRole("option", { name: "Create a label “Beside the alert”…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "New label" });
  await dialog.getByLabel("Description").fill("Typed in the dialog");
  const back = () => page.evaluate(() => window.history.back());
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await back();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel("Description")).toHaveValue("Typed in the dialog");
  await back();
  await question.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL(`${project}/alert`);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("a text that is being typed into a list of texts belongs to the draft", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`${project}/service/new`);
  const field = page.getByRole("textbox", { name: "Built with" });
  await field.fill("Fort");
  await field.pressSequentially("ran");
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Fortran");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/Draft of .* restored/)).toBeVisible();
  const chosen = page.getByRole("list", { name: "Built with, selected" });
  await expect(chosen.getByRole("listitem")).toHaveText(["Fortran"]);
  await field.fill("C");
  await field.fill("");
  await expect(chosen.getByRole("listitem")).toHaveText(["Fortran"]);
  await page.getByRole("button", { name: "Discard draft" }).click();
});

test.describe("a read that fails behind a form", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("keeps its input, and the draft is saved during typing", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const id = sampleId("incident-severity", 1);
    await page.goto(`${project}/incident-severity/${id}/edit`);
    const field = page.getByLabel("Description");
    await expect(field).toBeVisible();
    let failures = 0;
    await page.route("**/api/incident-severity/versions", (route) => {
      failures += 1;
      return route.fulfill({ status: 500, json: { code: "internal", detail: "Made to fail." } });
    });
    // A change by others is read at once.
    const change = { data: { color: "#123456" } };
    await callApi(request, "PUT", `/api/incident-severity/${id}`, change);
    await expect.poll(() => failures).toBeGreaterThan(0);
    expect(await typeUntilKept(field, "still typing")).toBe(true);
    await expect(page.getByText("1 field changed")).toBeVisible();
  });
});

test.describe("a form that is left while it is saved", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("does not navigate any more, shows the result, and loses nothing", { tag: "@hard" }, async ({
    page,
  }) => {
    const id = sampleId("incident-severity", 2);
    const saveAndLeave = async (text: string) => {
      await page.goto(`${project}/incident-severity/${id}/edit`);
      await page.getByLabel("Description").fill(text);
      await page.getByRole("button", { name: "Save incident severity" }).click();
      await page.getByRole("link", { name: "Incidents" }).first().click();
      await page.getByRole("button", { name: "Leave", exact: true }).click();
      await page.getByRole("link", { name: "New incident" }).click();
      await page.getByLabel(/^Title/).fill("Half typed");
    };
    const letThrough = await holdResponses(page, `**/api/incident-severity/${id}`);
    await saveAndLeave("Saved while elsewhere");
    letThrough();
    await expect(page.getByText("Incident Severity saved")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Change undone")).toBeVisible();
    await expect(page).toHaveURL(`${project}/incident/new`);
    await expect(page.getByLabel(/^Title/)).toHaveValue("Half typed");

    page.on("dialog", (dialog) => void dialog.accept());
    await page.route(`**/api/incident-severity/${id}`, async (route) => {
      await page.waitForURL(`${project}/incident/new`);
      await route.fulfill({ status: 500, json: { code: "internal", detail: "Made to fail." } });
    });
    await saveAndLeave("Refused while elsewhere");
    await expect(page.getByText("Incident Severity not saved, draft kept")).toBeVisible();
    await expect(page).toHaveURL(`${project}/incident/new`);
    await page.goto(`${project}/incident-severity/${id}/edit`);
    await expect(page.getByLabel("Description")).toHaveValue("Refused while elsewhere");
  });
});

test("input typed during a save stays unsaved in the form", { tag: "@hard" }, async ({ page }) => {
  const id = sampleId("alert-severity", 2);
  await page.goto(`${project}/alert-severity/${id}/edit`);
  const field = page.getByLabel("Description");
  await field.fill("First");
  const letThrough = await holdResponses(page, `**/api/alert-severity/${id}`);
  await page.getByRole("button", { name: "Save alert severity" }).click();
  await field.fill("First, and typed on");
  letThrough();
  await expect(page.getByText("Later changes are not saved yet.")).toBeVisible();
  await expect(field).toHaveValue("First, and typed on");
  await page.getByRole("button", { name: "Save alert severity" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/^Edit/);
  await expect(page.getByText("First, and typed on")).toBeVisible();
});

test.describe("leaving to sign in again while a form is open", () => {
  test.use({ expectedErrors: [/status of 4(01|12)/] });

  test("loses nothing of a new record", { tag: "@hard" }, async ({ page }) => {
    await page.goto(`${project}/alert-severity/new`);
    await page.getByLabel(/^Name/).fill("Typed for an hour");
    await page.getByLabel(/^Color/).fill("#334455");
    await endSession(page);
    await page.getByRole("button", { name: "Create alert severity" }).click();
    await signInAgain(page);
    await expect(page).toHaveURL(`${project}/alert-severity/new`);
    await expect(page.getByText(/Draft of .* restored/)).toBeVisible();
    await expect(page.getByLabel(/^Name/)).toHaveValue("Typed for an hour");
    await page.getByRole("button", { name: "Create alert severity" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Typed for an hour");
  });

  test("loses nothing of a change, and says that the record changed since", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const id = sampleId("incident-severity", 3);
    await page.goto(`${project}/incident-severity/${id}/edit`);
    await page.getByLabel("Description").fill("Typed before the session ended");
    await endSession(page);
    await page.getByRole("button", { name: "Save incident severity" }).click();
    await callApi(request, "PUT", `/api/incident-severity/${id}`, { data: { color: "#445566" } });
    await signInAgain(page);
    await expect(page.getByText("The record has changed since")).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("Typed before the session ended");
    const errors = page.getByText("Their changes to Color were kept.");
    await page.getByRole("button", { name: "Save incident severity" }).click();
    await expect(errors).toBeVisible();
    await expect(page.getByText("Typed before the session ended")).toBeVisible();
    await expect(page.getByText("#445566").first()).toBeVisible();
  });
});

/** Types without long pauses. Returns whether a draft was saved meanwhile. */
async function typeUntilKept(field: Locator, text: string): Promise<boolean> {
  return field.evaluate(async (element, typed) => {
    for (let keys = 0; keys < 100; keys += 1) {
      if (JSON.stringify(sessionStorage).includes(typed)) return true;
      (element as HTMLInputElement).focus();
      document.execCommand("insertText", false, `${typed} `);
      await new Promise((done) => setTimeout(done, 50));
    }
    return false;
  }, text);
}

/** Ends the session on the server alone, as its expiry does. */
async function endSession(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Typed");
  // A late request of the page would ask for the sign-in before the step of the test does.
  await page.waitForLoadState("networkidle");
  const origin = new URL(page.url()).origin;
  const reply = await page.request.post("/api/auth/sign-out", {
    data: {},
    headers: { Origin: origin },
  });
  expect(reply.ok()).toBe(true);
}

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: "Your session has ended" });
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail").fill(process.env["E2E_EMAIL"] ?? "");
  await page.getByLabel("Password").fill(process.env["E2E_PASSWORD"] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
}
