import { expect } from "@playwright/test";
import { gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a part of a field: a field of the related record, as text and in the editor", async ({
  page,
}) => {
  await page.goto(
    `/p/acme/incident-member?${new URLSearchParams({ filter: "incident.severity:critical" })}`,
  );
  const chip = page.getByRole("button", { name: /^Incident › Severity is Critical/ });
  await expect(chip).toBeVisible();
  await expect(gridRows(page).first()).toBeVisible();
  await chip.click();
  const editor = page.getByRole("dialog", { name: /^Condition/ });
  await editor.getByRole("button", { name: /Related field/ }).click();
  await page.getByRole("option", { name: "Incident: title", exact: true }).click();
  await editor.getByRole("textbox", { name: "Value" }).fill("no incident is called this");
  await editor.getByRole("button", { name: "Change filter" }).click();
  await expect(page.getByText("No incident members match")).toBeVisible();
  await expect(page).toHaveURL(/incident\.title/);
});

test("a key of JSON finds the records that hold it", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const found = await callApi<{ data: { _id: string; title: string }[] }>(
    ...([request, "POST", "/api/incident/get-list"] as const),
    { select: { title: true }, limit: 1 },
  );
  const [incident] = found.data;
  await callApi(request, "PUT", `/api/incident/${incident?._id}`, {
    data: { customFields: { region: "eu-west", tier: { level: 3 } } },
  });
  await page.goto("/p/acme/incident");
  await page.getByRole("button", { name: "Filter as text" }).click();
  const text = page.getByRole("combobox", { name: "Filter as text" });
  await text.fill("custom-fields.tier.level:3 custom-fields.region:eu-west");
  await text.press("Enter");
  await expect(
    page.getByRole("button", { name: "Custom fields tier.level is 3", exact: true }),
  ).toBeVisible();
  await expect(gridRows(page)).toHaveCount(1);
  await expect(gridRows(page).first()).toContainText(incident?.title ?? "");
});

test("conditions typed into the search are offered as a filter", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/incident");
  const search = page.getByRole("searchbox", { name: "Search incidents" });
  const offer = page.getByRole("button", { name: "Use as filter" });
  await search.fill("checkout broken");
  await search.press("Enter");
  await expect(page).toHaveURL(/q=checkout/);
  await expect(offer).toBeHidden();
  await search.fill("owner:me");
  await search.press("Enter");
  await offer.click();
  const text = page.getByRole("combobox", { name: "Filter as text" });
  await expect(text).toHaveValue("owner:me");
  await expect(search).toHaveValue("");
  await text.press("Enter");
  await expect(page.getByRole("button", { name: "Owner is me", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Filter as text" }).click();
  await expect(text).toHaveValue("owner:me");
});

test("names and values are completed by the keyboard and by the pointer", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await page.getByRole("button", { name: "Filter as text" }).click();
  const text = page.getByRole("combobox", { name: "Filter as text" });
  const options = page.getByRole("listbox", { name: "Completions" }).getByRole("option");
  await text.pressSequentially("sev");
  await expect(options.first()).toContainText("severity");
  await text.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await text.press("Enter");
  await expect(text).toHaveValue("severity:");
  await text.pressSequentially("crit");
  await options.filter({ hasText: "Critical Incident" }).click();
  await expect(text).toHaveValue('severity:"Critical Incident"');
  await expect(text).toBeFocused();
  await text.pressSequentially(" own");
  await text.press("ArrowDown");
  await text.press("Tab");
  await expect(text).toHaveValue('severity:"Critical Incident" owner:');
  await expect(options.filter({ hasText: "none" })).toBeVisible();
  await text.pressSequentially("none");
  await expect(options).toHaveCount(0);
  await text.press("Enter");
  // An empty list offers to remove each condition by a button of the same text.
  const conditions = page.locator('button[aria-haspopup="dialog"]');
  await expect(conditions.filter({ hasText: "Severity is Critical Incident" })).toBeVisible();
  await expect(conditions.filter({ hasText: "Owner is none" })).toBeVisible();
});

test("a text with a bidi override reverses only itself", { tag: "@hard" }, async ({ page }) => {
  const filter = 'title:"\u202eabc","def"';
  await page.goto(`/p/acme/incident?${new URLSearchParams({ filter })}`);
  const chip = page.getByRole("button", { name: /^Title is .+ or def/ });
  await expect(chip).toBeVisible();
  const [turned, d, f] = await chip.evaluate((button) => {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const node = walker.nextNode();
    const text = node?.textContent ?? "";
    return ["abc", "d", "f"].map((part) => {
      const range = document.createRange();
      const at = text.lastIndexOf(part);
      range.setStart(node ?? document, at);
      range.setEnd(node ?? document, at + part.length);
      return range.getBoundingClientRect().left;
    });
  });
  expect(turned).toBeLessThan(d ?? 0);
  expect(d).toBeLessThan(f ?? 0);
});

test("owners, fields of listed records and numbers in custom fields are filtered", {
  tag: "@hard",
}, async ({ page }) => {
  const sentences: Readonly<Record<string, RegExp>> = {
    "owner:me": /^Owner is me$/,
    "owner:none": /^Owner is none$/,
    "monitors.name~checkout": /^Monitors › Name contains checkout$/,
    "custom-fields.customersAffected>50": /^Custom fields customersAffected is more than 50$/,
  };
  for (const [filter, words] of Object.entries(sentences)) {
    await page.goto(`/p/acme/incident?filter=${encodeURIComponent(filter)}`);
    await expect(page.getByRole("button", { name: words }).first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 }).locator("span")).toHaveText(/\d/);
  }
  await expect(page.getByRole("row").nth(1)).toContainText("INC-");
  await page
    .getByRole("button", { name: /^Custom fields/ })
    .first()
    .click();
  const editor = page.getByRole("dialog", { name: /^Condition/ });
  await expect(editor.getByRole("textbox", { name: "Key" })).toHaveValue("customersAffected");
  await editor.getByRole("textbox", { name: "Value" }).fill("many");
  await expect(editor.getByRole("button", { name: "Change filter" })).toBeDisabled();
  await editor.getByRole("textbox", { name: "Value" }).fill("1000000");
  await editor.getByRole("button", { name: "Change filter" }).click();
  await expect(page.getByRole("heading", { level: 1 }).locator("span")).toHaveText("0");
});

test("a value with a comma stays one value in the editor of a condition", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`/p/acme/label?${new URLSearchParams({ filter: 'name:"Paris, France"' })}`);
  await page
    .getByRole("button", { name: /^Name is Paris, France$/ })
    .first()
    .click();
  const editor = page.getByRole("dialog", { name: /^Condition/ });
  const value = editor.getByRole("textbox", { name: "Value" });
  await expect(value).toHaveValue('"Paris, France"');
  await value.press("End");
  await value.pressSequentially(', Rome, "Nice, France"');
  await expect(value).toHaveValue('"Paris, France", Rome, "Nice, France"');
  await editor.getByRole("button", { name: "Change filter" }).click();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get("filter") === 'name:"Paris, France",Rome,"Nice, France"',
  );
});

test("open incidents have an edge in the color of their severity, resolved ones are muted", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  const open = page.locator('tr[data-work="open"]').first();
  const over = page.locator('tr[data-work="over"]').first();
  await expect(open.locator("td").first().locator("span.w-0\\.75")).toHaveCSS("width", "3px");
  await expect(over.locator("td").first().locator("span.w-0\\.75")).toHaveCount(0);
  const weight = (row: typeof open) =>
    row
      .getByRole("link")
      .nth(1)
      .evaluate((link) => getComputedStyle(link).fontWeight);
  expect([await weight(open), await weight(over)]).toEqual(["500", "400"]);
});
