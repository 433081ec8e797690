import { expect, type Locator, type Page } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { loseReply } from "./support/lose-reply";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a form submitted again by Enter while it is pending is sent once", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Made once");
  await page.getByRole("radio", { name: "Read All Project Resources" }).check();
  const secret = page.getByRole("textbox", { name: "Secret" });
  expect(await sentByEnter(page, "/api/api-key", name, secret)).toBe(1);

  await page.goto("/p/acme/people");
  await page.getByRole("button", { name: "Invite a user" }).click();
  const email = page.getByRole("textbox", { name: "E-mail" });
  await email.fill("invited.once@example.com");
  const link = page.getByRole("textbox", { name: "Link of the invitation" });
  expect(await sentByEnter(page, "/api/invitation", email, link)).toBe(1);

  await page.goto("/account");
  const own = page.getByRole("textbox", { name: "Display name" });
  await own.fill("Owner of it all");
  expect(await sentByEnter(page, "/api/me", own, page.getByText("Name saved"))).toBe(1);

  await page.goto(`/p/acme/incident?${new URLSearchParams({ filter: "number>50" })}`);
  await page.getByRole("button", { name: "Save view" }).click();
  await name.fill("Saved once");
  const tab = page.getByRole("button", { name: /^Saved once/ });
  expect(await sentByEnter(page, "/api/saved-view", name, tab)).toBe(1);
});

test.describe("a form sent again after a lost reply", () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 409/] });

  test("creates one record", { tag: "@hard" }, async ({ page, request }) => {
    const count = async (path: string, name: string) =>
      (await callApi(request, "POST", `/api/${path}/count`, { query: { name } }))["count"];
    const error = page.getByRole("dialog").getByText("The server did not respond.");
    await page.goto("/p/acme/keys");
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Lost once");
    await page.getByRole("radio", { name: "Read All Project Resources" }).check();
    await loseReply(page, "**/api/api-key");
    const create = page.getByRole("button", { name: "Create key" });
    await create.click();
    await expect(error).toBeVisible();
    await create.click();
    await expect(page.getByRole("dialog").getByText("rotate")).toBeVisible();
    expect(await count("api-key", "Lost once")).toBe(1);

    await page.goto(`/p/acme/incident?${new URLSearchParams({ filter: "number>60" })}`);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Lost view");
    await loseReply(page, "**/api/saved-view");
    const save = page.getByRole("dialog").getByRole("button", { name: "Save view" });
    await save.click();
    await expect(error).toBeVisible();
    await save.click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Lost view/ })).toHaveCount(1);

    await page.route("**/api/auth/get-session", async (route) => {
      const reply = await route.fetch();
      const { me, ...rest } = (await reply.json()) as { me: object };
      await route.fulfill({ json: { ...rest, me: { ...me, projects: [] } } });
    });
    await page.goto("/p");
    await page.getByLabel("Project name").fill("Lost project");
    await loseReply(page, "**/api/project");
    const make = page.getByRole("button", { name: "Create project" });
    await make.click();
    await expect(page.getByText("The server did not respond.")).toBeVisible();
    await make.click();
    await expect(page).toHaveURL(/\/p\/lost-project$/);
    expect(await count("project", "Lost project")).toBe(1);
  });
});

test.describe("a lost creation that is made again", () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 409/] });

  test("in a dialog that was closed meanwhile makes one key", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const dialog = page.getByRole("dialog");
    const createKey = async () => {
      await page.getByRole("button", { name: "New API key" }).click();
      await dialog.getByRole("textbox", { name: "Name" }).fill("Closed once");
      await dialog.getByRole("radio", { name: "Read All Project Resources" }).check();
      await dialog.getByRole("button", { name: "Create key" }).click();
    };
    await page.goto("/p/acme/keys");
    await loseReply(page, "**/api/api-key");
    await createKey();
    await expect(dialog.getByText("The server did not respond.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await createKey();
    await expect(dialog.getByText("rotate")).toBeVisible();
    const query = { name: "Closed once" };
    expect((await callApi(request, "POST", "/api/api-key/count", { query }))["count"]).toBe(1);
  });

  test("after a reload makes one view, and one project", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const dialog = page.getByRole("dialog");
    const saveView = async () => {
      await page.getByRole("button", { name: "Save view" }).click();
      await dialog.getByRole("textbox", { name: "Name" }).fill("Made again");
      await dialog.getByRole("button", { name: "Save view" }).click();
    };
    await page.goto(`/p/acme/incident?${new URLSearchParams({ filter: "number>70" })}`);
    await loseReply(page, "**/api/saved-view");
    await saveView();
    await expect(dialog.getByText("The server did not respond.")).toBeVisible();
    await page.reload();
    await saveView();
    await expect(page.getByText("View “Made again” saved")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Made again/ })).toHaveCount(1);

    await page.route("**/api/auth/get-session", async (route) => {
      const reply = await route.fetch();
      const { me, ...rest } = (await reply.json()) as { me: object };
      await route.fulfill({ json: { ...rest, me: { ...me, projects: [] } } });
    });
    const createProject = async () => {
      await page.getByLabel("Project name").fill("Again project");
      await page.getByRole("button", { name: "Create project" }).click();
    };
    await page.goto("/p");
    await loseReply(page, "**/api/project");
    await createProject();
    await expect(page.getByText("The server did not respond.")).toBeVisible();
    await page.reload();
    await createProject();
    await expect(page).toHaveURL(/\/p\/again-project$/);
    const query = { name: "Again project" };
    expect((await callApi(request, "POST", "/api/project/count", { query }))["count"]).toBe(1);
  });
});

/**
 * Presses Enter in a form while its request is pending, and returns how often the request was sent.
 */
async function sentByEnter(
  page: Page,
  path: string,
  field: Locator,
  shown: Locator,
): Promise<number> {
  const sent: string[] = [];
  page.on("request", (one) => {
    if (one.method() === "POST" && new URL(one.url()).pathname === path) sent.push(path);
  });
  const letThrough = await holdResponses(page, `**${path}`);
  for (let times = 0; times < 3; times += 1) await field.press("Enter");
  letThrough();
  await expect(shown).toBeVisible();
  return sent.length;
}
