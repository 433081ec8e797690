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
  await expect(table.getByRole("row", { name: /^Notifications/ })).toContainText(
    "In a cycle with Orders",
  );
  await inspect(page);
  await table.getByRole("link", { name: "Notifications" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
  await callApi(request, "DELETE", `/api/service-dependency/${cycle}`);
});

test("on a phone neither the page nor its table scrolls sideways", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const names = ["Payments".repeat(10), "Department of the north east region, ".repeat(3)];
  const [first, second] = await Promise.all(
    names.map((name) => createRecord(request, "service", { name: name.slice(0, 100) })),
  );
  for (const [serviceId, dependencyServiceId] of [
    [first, second],
    [second, first],
  ])
    await createRecord(request, "service-dependency", {
      ...{ serviceId: serviceId ?? null, dependencyServiceId: dependencyServiceId ?? null },
    });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/p/acme/service/${first}`);
  const table = section(page).getByRole("table");
  await expect(table).toContainText("In a cycle with Department");
  const hidden = await table.evaluate(({ parentElement: frame }) =>
    frame ? frame.scrollWidth - frame.clientWidth : -1,
  );
  expect(hidden).toBe(0);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
