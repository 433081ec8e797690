import { expect } from "@playwright/test";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test("a new device opens the first project, not one that an API call registered since", async ({
  page,
  request,
}) => {
  await callApi(request, "POST", "/api/project", { data: { name: "AAA, made by mistake" } });
  await signIn(page);
  await page.goto("/p");
  await expect(page).toHaveURL(/\/p\/acme$/);
  await expect(page.getByRole("heading", { name: "Open incidents" })).toBeVisible();
});
