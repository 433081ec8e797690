import { expect, type Route } from "@playwright/test";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test("the links of a collapsed sidebar are in the document, and their counts follow changes", {
  tag: "@hard",
}, async ({ page, request }) => {
  await signIn(page);
  await page.goto("/p/acme");
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: "Expand the sidebar" })).toBeVisible();
  const document = await page.request.get("/p/acme");
  expect(await document.text()).not.toContain("<!--$?-->");
  const release = await holdOwnCode();
  await page.reload();
  const numbers = page.getByRole("main").getByRole("link", { name: /^\d+\s*open$/ });
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await expect(numbers.first()).toHaveText("4open");
  await expect(sidebar.getByRole("link", { name: /^Incidents/ })).toHaveText("Incidents4 open");
  const newest = page.getByRole("list", { name: "Newest" }).getByRole("link").first();
  const id = (await newest.getAttribute("href"))?.split("/").at(-1);
  await callApi(request, "DELETE", `/api/incident/${id}`);
  await expect(numbers.first()).toHaveText("3open");
  release();
  await expect(sidebar.getByRole("link", { name: /^Incidents/ })).toHaveText("Incidents3 open");

  /** Holds code that only the collapsed sidebar has, if there is any. */
  async function holdOwnCode(): Promise<() => void> {
    let letThrough: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route("**/_next/static/chunks/*.js", async (route: Route) => {
      const response = await route.fetch();
      const code = await response.text();
      const isOwn = code.includes("Expand the sidebar") && !code.includes("Collapse the sidebar");
      if (isOwn) await isOpen;
      await route.fulfill({ response });
    });
    return letThrough;
  }
});
