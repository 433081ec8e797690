import { expect } from "@playwright/test";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true });

test("the user, their preferences and views come with the document and are not requested", async ({
  page,
}) => {
  await signIn(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toContain("/api/incident/get-list");
  expect(asked).not.toContain("/api/auth/get-session");
  expect(asked).not.toContain("/api/preference/get-list");
  expect(asked).not.toContain("/api/saved-view/get-list");
});

test("a document without a valid session carries no data and leads to sign-in", {
  tag: "@hard",
}, async ({ page, request, address }) => {
  const headers = { accept: "text/html", cookie: "tocsin=not-a-session" };
  const reply = await request.get("/p/acme/incident", { headers });
  expect(await reply.text()).toMatch(/id="tocsin-document"[^>]*>\{"at":\d+,"answers":\[\]\}</);
  expect(reply.headers()["cache-control"]).toContain("no-store");
  await page.context().addCookies([{ name: "tocsin", value: "not-a-session", url: address }]);
  await page.goto("/p/acme/incident");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});
