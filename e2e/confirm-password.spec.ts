import { expect, type Locator, type Page } from "@playwright/test";
import { type Served, startServer } from "@/tests/server/server-process";
import { holdResponses } from "./support/hold-response";
import { callApi, signIn } from "./support/session";
import { test as base, serverSettings } from "./support/test";

/** These tests have a server of their own and move its clock. Each one signs in anew. */
const test = base.extend<object, { server: Served }>({
  server: [
    async ({ browserName: _ }, use) => {
      const clock = new URL("./movable-clock.mjs", import.meta.url).href;
      const moved = { ...serverSettings(), NODE_OPTIONS: `--import=${clock}` };
      const server = await startServer("dist/server.js", moved);
      await use(server);
      await server.stop("SIGKILL");
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(`http://127.0.0.1:${server.port}`),
});

test.use({ expectedErrors: [/status of 40[03]/] });
test.beforeEach(({ page }) => signIn(page));

function question(page: Page): Locator {
  return page.getByRole("alertdialog", { name: "Confirm your password" });
}

function advanceClock({ process: child }: Served): void {
  child.kill("SIGUSR2");
}

async function confirm(page: Page): Promise<void> {
  await question(page)
    .getByLabel("Password")
    .fill(process.env["E2E_PASSWORD"] ?? "");
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveCount(0);
}

test("a key is created after the password is confirmed, and the form keeps its input", {
  tag: "@axe",
}, async ({ page, server, inspect }) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  const typed = `Typed before ${Date.now()}`;
  await name.fill(typed);
  await page.getByRole("radio", { name: "Project Member" }).check();
  advanceClock(server);
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = question(page);
  const password = dialog.getByLabel("Password");
  await expect(password).toBeFocused();
  await inspect(page, "confirming the password");
  for (let n = 0; n < 6; n += 1) await page.keyboard.press("Tab");
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(name).toHaveValue(typed);
  await expect(page.getByRole("radio", { name: "Project Member" })).toBeChecked();
  await expect(page.getByText("your password was not confirmed")).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  await password.fill("not the password");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription(/Password is wrong/);
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await confirm(page);
  await expect(page.getByRole("textbox", { name: "Secret" })).toHaveValue(/^toc_/);
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: typed })).toHaveCount(1);
});

test("a password confirmed after its dialog was closed leaves the next dialog open", {
  tag: "@hard",
}, async ({ page, server }) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Asked twice");
  await page.getByRole("radio", { name: "Project Member" }).check();
  advanceClock(server);
  await page.getByRole("button", { name: "Create key" }).click();
  const letThrough = await holdResponses(page, "**/api/auth/confirm");
  const password = question(page).getByLabel("Password");
  await password.fill(process.env["E2E_PASSWORD"] ?? "");
  const confirmed = page.waitForResponse("**/api/auth/confirm");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(question(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(password).toBeFocused();
  letThrough();
  await (await confirmed).finished();
  await password.fill("typed meanwhile");
  await expect(password).toHaveValue("typed meanwhile");
  await confirm(page);
  await expect(page.getByRole("textbox", { name: "Secret" })).toHaveValue(/^toc_/);
});

test("going back while the password is asked for creates nothing", { tag: "@hard" }, async ({
  page,
  server,
}) => {
  await page.goto("/p/acme/people");
  await page.getByRole("link", { name: "API keys" }).first().click();
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Left behind");
  await page.getByRole("radio", { name: "Project Member" }).check();
  advanceClock(server);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await expect(page.getByText("“Left behind” not saved")).toBeVisible();
  const keys = page.getByRole("region", { name: "API keys" });
  await expect(keys.getByRole("listitem").first()).toBeVisible();
  await expect(keys.getByRole("listitem").filter({ hasText: "Left behind" })).toHaveCount(0);
});

test("once confirmed, keys are revoked without being asked again", { tag: "@hard" }, async ({
  page,
  server,
  request,
}) => {
  const permissions = ["Read Label"];
  for (const name of ["One", "Two"]) {
    const [project] = (
      await callApi<{ data: { _id: string }[] }>(
        ...([request, "GET", "/api/project/get-list"] as const),
      )
    ).data;
    const data = { name, permissions, projectId: project?._id ?? "" };
    await callApi(request, "POST", "/api/api-key", { data });
  }
  await page.goto("/p/acme/keys");
  advanceClock(server);
  await page.getByRole("button", { name: "Actions for One" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await confirm(page);
  await page.getByRole("button", { name: "Actions for Two" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Revoked keys (2)")).toBeVisible();
});

test("a backup is downloaded after the password is confirmed", { tag: "@hard" }, async ({
  page,
  server,
}) => {
  await page.goto("/p/acme/deployment");
  const link = page.getByRole("main").getByRole("link", { name: "Download a backup" });
  await expect(link).toBeVisible();
  advanceClock(server);
  await link.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  const coming = page.waitForEvent("download");
  await confirm(page);
  expect((await coming).suggestedFilename()).toMatch(/^tocsin-.*\.db$/);
});

test("a project is deleted only by its name and the password", { tag: "@axe" }, async ({
  page,
  server,
  request,
  inspect,
}) => {
  const made = await callApi<{ _id: string }>(request, "POST", "/api/project", {
    data: { name: "To be deleted" },
  });
  await page.goto(`/p/${made._id}/project/${made._id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /Delete/ }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete this project?" });
  await expect(dialog).toContainText("Deleted with it");
  await expect(dialog).toContainText("3 incident states");
  const remove = dialog.getByRole("button", { name: "Delete project" });
  await expect(remove).toBeDisabled();
  await inspect(page, "deleting a project");
  const typed = dialog.getByRole("textbox");
  await typed.fill("To be");
  await expect(remove).toBeDisabled();
  await typed.fill("To be deleted");
  advanceClock(server);
  await remove.click();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(typed).toHaveValue("To be deleted");
  await remove.click();
  await confirm(page);
  await expect(page.getByText("Project deleted", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/p\/acme$/);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Project not found" })).toHaveCount(0);
});
