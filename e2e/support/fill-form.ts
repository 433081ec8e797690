import { expect, type Locator, type Page } from "@playwright/test";
import { titleOf } from "@/components/words/field-title";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Column } from "@/lib/schema/shape";
import type { Kind } from "@/lib/schema/values/kind";

/** Fills in the input of a column, found by its label as a user finds it. */
export async function fillField(form: Locator, column: Column, value: JsonValue): Promise<void> {
  await fillerOf(column.field)(form, labelPattern(column), value);
}

/** Returns the pattern of an input's label. The accessible name of a required input says so. */
export function labelPattern(column: Column): RegExp {
  const escaped = titleOf(column).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped}( \\(required\\))?$`);
}

type Filler = (form: Locator, label: RegExp, value: JsonValue) => Promise<void>;

const typed: Filler = async (form, name, value) => {
  const field = form.getByLabel(name);
  await field.fill(typeof value === "string" ? value : JSON.stringify(value));
  await field.blur();
};

const pasted: Filler = async (form, name, value) => {
  const page = form.page();
  for (const id of Array.isArray(value) ? value : [value]) {
    const field = form.getByRole("combobox", { name });
    // A list closes when the page scrolls under it, which happens on the way to a lower field.
    await field.scrollIntoViewIfNeeded();
    await field.click();
    await field.fill(String(id));
    const option = page.getByRole("option").first();
    await expect(option).toHaveAttribute("data-key", String(id));
    await option.click();
    await page.keyboard.press("Escape");
  }
};

const chosen: Filler = async (form, name, value) => {
  const group = form.getByRole("group", { name });
  const says = value === true ? "Yes" : "No";
  const either = group.or(form.getByRole("switch", { name }));
  await expect(either).toBeVisible();
  if (await group.isVisible()) await group.getByText(says, { exact: true }).click();
  else await form.getByRole("switch", { name }).setChecked(value === true);
};

const dated: Filler = async (form, name, value) => {
  await form.getByLabel(name).fill(String(value).slice(0, 19));
};

const listed: Filler = async (form, name, value) => {
  for (const item of Array.isArray(value) ? value : []) {
    const field = form.getByLabel(name);
    await field.fill(String(item));
    await field.press("Enter");
  }
};

const uploaded: Filler = async () => {
  throw new Error("A file is uploaded, not filled in.");
};

function fillerOf(field: Field): Filler {
  if (field.to !== undefined) return pasted;
  return fillers[kindOf(field).formValue] ?? typed;
}

const fillers: Readonly<Partial<Record<Kind["formValue"], Filler>>> = {
  time: dated,
  choice: chosen,
  list: listed,
  files: uploaded,
};

/** Opens every collapsed group of a form, so that all its fields can be reached. */
export async function openFieldGroups(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const group of document.querySelectorAll("form details")) group.setAttribute("open", "");
  });
}
