import { expect } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { expectAccessible } from "./support/axe";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("an access check shows the permission that decides, and can be linked to", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/access?resource=incident&operation=delete");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText("Allowed");
  await expect(answer).toContainText('You hold "Project Owner"');
  // The address names the user, because others who open it are not this user.
  await expect(page).toHaveURL(/[?&]who=user:[0-9a-f-]{36}/);
  await expect(page.getByRole("button", { name: /User or API key/ })).toContainText("(you)");
  await page.getByRole("button", { name: /User or API key/ }).click();
  await page.getByRole("option", { name: "Liam O'Connor" }).click();
  await expect(answer).toContainText("Denied");
  await expect(answer).toContainText(`Liam O'Connor lacks "Delete Incident"`);
  await expect(answer).toContainText("Maya Lindqvist");
  await expect(answer).toContainText("Tomás Herrera");
  await page.getByRole("button", { name: /Operation/ }).click();
  await page.getByRole("option", { name: "List records" }).click();
  await expect(answer).toContainText("Allowed");
  await expect(answer).toContainText("Read All Project Resources");
  const url = page.url();
  await page.goto("/p/acme");
  await page.goto(url);
  await expect(answer).toContainText(`Liam O'Connor holds "Read All Project Resources"`);
  await page.goto("/p/acme/access?resource=project-scim-log&operation=delete");
  await expect(answer).toContainText("Denied");
  await page.goto("/p/acme/access?resource=deployment&operation=get");
  await expect(answer).toContainText('You hold "Project Owner" for the whole deployment');
  await page.getByRole("button", { name: /User or API key/ }).click();
  await page.getByRole("option", { name: "Maya Lindqvist" }).click();
  await expect(answer).toContainText('Maya Lindqvist lacks "Project Owner" for the whole deploy');
  await expect(answer).toContainText("The operator of the server");
});

test("axe finds nothing on the access page", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/access?resource=incident&operation=update");
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("Allowed");
  await expectAccessible(page);
});

test("an access check follows a change of the permissions by another user", {
  tag: "@hard",
}, async ({ page, request }) => {
  const userId = sampleId("user", 8);
  await page.goto(`/p/acme/access?resource=incident&operation=delete&who=user:${userId}`);
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText("Denied");
  // The opened stream of changes causes a read of its own.
  await page.waitForLoadState("networkidle");
  const { data } = await callApi<{ data: JsonObject[] }>(
    ...([request, "POST", "/api/member/get-list", { query: { userId } }] as const),
  );
  const permissions = ["Project Member"];
  await callApi(request, "PUT", `/api/member/${data[0]?.["_id"]}`, { data: { permissions } });
  await expect(answer).toContainText("Allowed");
});
