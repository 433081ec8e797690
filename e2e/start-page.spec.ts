import { expect } from "@playwright/test";
import { test } from "./support/test";

test("the start page shows the first call for this address", { tag: "@axe" }, async ({
  page,
  inspect,
}) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Tocsin");
  await expect(page.getByRole("heading", { name: "The first call" })).toBeVisible();
  await expect(
    page.getByText(`curl ${new URL(page.url()).origin}/api/alert-severity \\`),
  ).toBeVisible();
  await inspect(page);
});

test("the start page fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
});

test("pages carry a content policy whose nonce is new each time and on every script", async ({
  request,
}) => {
  const nonces = new Set<string>();
  for (let visit = 0; visit < 3; visit += 1) {
    const reply = await request.get("/");
    const policy = reply.headers()["content-security-policy"] ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    nonces.add(nonce);
    const scripts = (await reply.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(reply.headers()["x-powered-by"]).toBeUndefined();
  }
  expect(nonces.size).toBe(3);
});

test.describe("an unknown address", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("shows that, with a link back", async ({ page }) => {
    const reply = await page.goto("/no-such-page");
    expect(reply?.status()).toBe(404);
    await page.getByRole("link", { name: "Go to the start page" }).click();
    await expect(page.getByRole("heading", { name: "The first call" })).toBeVisible();
  });
});

test("the commands of the start page work", async ({ request }) => {
  const headers = { ApiKey: process.env.E2E_API_KEY ?? "" };
  const projectId = "3f0c2f5e-7f3b-4c52-9d5e-2a8f4a0f6b11";
  const data = { projectId, name: "Critical", color: "#C2410C" };
  const created = await request.post("/api/alert-severity", { headers, data: { data } });
  expect(created.status()).toBe(200);
  const list = await request.post("/api/alert-severity/get-list", {
    headers,
    data: { select: { name: true, color: true }, query: { name: "Critical", projectId } },
  });
  const { data: found } = await list.json();
  expect(found).toEqual([{ _id: expect.any(String), name: "Critical", color: "#C2410C" }]);
});
