import { expect } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { holdResponses } from "./support/hold-response";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

test.describe("someone else saved first", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("other fields are merged, and each conflict is asked about", { tag: "@axe" }, async ({
    page,
    request,
    inspect,
  }) => {
    const id = sampleId("alert-severity", 1);
    const elsewhere = (data: JsonObject) =>
      callApi(request, "PUT", `/api/alert-severity/${id}`, { data });
    const before = await callApi(request, "GET", `/api/alert-severity/${id}/get-item`);

    await page.goto(`${project}/alert-severity/${id}/edit`);
    await page.getByLabel(/^Name/).fill("Mine");
    await elsewhere({ description: "Theirs" });
    await page.getByRole("button", { name: "Save alert severity" }).click();
    await expect(page.getByText("Their changes to Description were kept.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mine");
    await expect(page.getByText("Theirs")).toBeVisible();

    await page.goto(`${project}/alert-severity/${id}/edit`);
    await page.getByLabel(/^Name/).fill("Mine again");
    await page.getByLabel("Description").fill("My description");
    await elsewhere({ name: "Theirs again" });
    await page.getByRole("button", { name: "Save alert severity" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("group")).toHaveCount(1);
    await expect(dialog).toContainText("Mine again");
    await expect(dialog).toContainText("Originally: Mine");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await inspect(page);
    }
    await dialog.getByLabel("Theirs").check();
    const letThrough = await holdResponses(page, `**/api/alert-severity/${id}`);
    await dialog.getByRole("button", { name: "Save choices" }).click();
    await expect(page.getByRole("form").getByText("Working")).toBeVisible();
    letThrough();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Theirs again");
    await expect(page.getByText("My description")).toBeVisible();
    const { name = null, description = null } = before;
    await elsewhere({ name, description });
  });

  test("a value edited in place asks only where both changed it", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const id = sampleId("alert-severity", 2);
    const elsewhere = (data: JsonObject) =>
      callApi(request, "PUT", `/api/alert-severity/${id}`, { data });
    await page.goto(`${project}/alert-severity/${id}`);
    const button = page.getByRole("button", { name: "Edit Name" });
    const input = page.getByRole("textbox", { name: /^Name/ });

    await button.focus();
    await page.keyboard.press("Enter");
    await expect(input).toBeFocused();
    await input.fill("Mine in place");
    await elsewhere({ description: "Theirs beside it" });
    await page.keyboard.press("Enter");
    await expect(page.getByText("Their changes to Description were kept.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mine in place");
    await expect(button).toBeFocused();

    await page.getByRole("heading", { level: 1 }).click();
    await input.fill("Mine once more");
    await elsewhere({ name: "Theirs meanwhile" });
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert").filter({ hasText: "It is now" });
    await expect(alert).toContainText("Theirs meanwhile");
    await alert.getByRole("button", { name: "Overwrite with my value" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mine once more");
  });
});
