import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

const section = (page: Page) => page.getByRole("region", { name: "Dependencies" });

test("a service shows whom its failure affects, as a picture and as a table", {
  tag: "@axe",
}, async ({ page, request, inspect }) => {
  const asked: string[] = [];
  page.on("request", (one) => {
    if (one.url().includes("/api/dependencies")) asked.push(one.url());
  });
  await page.goto(`/p/acme/service/${sampleId("service", 6)}`);
  await expect(section(page)).toContainText("If Orders fails, 3 other services are affected.");
  const table = section(page).getByRole("table", { name: "Dependencies of Orders" });
  await expect(table.getByRole("row", { name: /Payments/ })).toContainText(
    "Affected if Orders fails",
  );
  await expect(table.getByRole("row", { name: /Notifications/ })).toContainText("Orders needs it");
  await inspect(page);
  expect(new Set(asked).size).toBe(1);

  const cycle = await createRecord(request, "service-dependency", {
    ...{ serviceId: sampleId("service", 7), dependencyServiceId: sampleId("service", 6) },
  });
  await page.reload();
  await expect(section(page)).toContainText("Orders is part of a cycle");
  await expect(table.getByRole("row", { name: /^Notifications/ })).toContainText("With Orders");
  await inspect(page);
  await table.getByRole("link", { name: "Notifications" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
  await callApi(request, "DELETE", `/api/service-dependency/${cycle}`);
});

test("on a phone the page does not scroll sideways", { tag: "@hard" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/p/acme/service/${sampleId("service", 1)}`);
  await expect(section(page).getByRole("table")).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
