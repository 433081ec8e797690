import { type Download, expect, type Page } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

const list = "/p/acme/incident";
const asked = new URLSearchParams({
  filter: "number>20 (state!=resolved or severity!=critical)",
  sort: "-incidentSeverityId,incidentNumber",
  columns: "title,incidentNumberWithPrefix,incidentSeverityId,isVisibleOnStatusPage",
});

test.use({ isReading: true });
test.beforeEach(({ page }) => signIn(page));

test("a file in each format holds the list: its rows, columns, order", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`${list}?${asked}`);
  await expect(gridRows(page).first()).toBeVisible();
  const shown = await listedRows(page);
  const total = await page.getByText(/^1–\d+ of \d+$/).textContent();
  expect(shown).toHaveLength(Number(total?.split(" ").at(-1)));
  for (const format of ["CSV, with names", "CSV, with ids", "JSON", "NDJSON"]) {
    const file = await exportedText(page, format);
    const read = readers[format.slice(0, 3) as keyof typeof readers](file);
    const titles = ["Title", "Number with prefix", "Severity", "Visible on status page"];
    expect(read.names, format).toEqual(
      format.endsWith("names") ? titles : asked.get("columns")?.split(","),
    );
    expect(
      read.rows.map((row) => [row[0], row[1]]),
      format,
    ).toEqual(shown.map(({ title, number }) => [title, number]));
    if (format.endsWith("names")) {
      expect(read.rows.map((row) => row[2])).toEqual(shown.map(({ severity }) => severity));
    } else {
      expect(read.rows.every((row) => /^[0-9a-f-]{36}$/.test(row[2] ?? ""))).toBe(true);
    }
  }
});

test("an export of the selection contains it in the list's order", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`${list}?${asked}`);
  for (const place of [6, 1, 3]) await gridRows(page).nth(place).getByRole("checkbox").check();
  const all = await listedRows(page);
  const file = await exportedText(page, "NDJSON");
  const titles = readers.NDJ(file).rows.map(([title]) => title);
  expect(titles).toEqual([1, 3, 6].map((place) => all[place]?.title));
});

test.describe("while an export is in progress", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED|status of 502/] });

  test("it is shown, and a failure is shown as text", { tag: "@hard" }, async ({ page }) => {
    await page.goto(list);
    const answer = await holdResponses(page, "**/api/incident/export?*");
    const download = page.waitForEvent("download");
    const button = page.getByRole("button", { name: "Export" });
    const press = async () => {
      await button.click();
      await page.getByRole("menuitem", { name: "NDJSON" }).click();
    };
    await press();
    const working = page.locator("footer").getByText("Working");
    await expect(working).toHaveCount(1);
    answer();
    await download;
    await expect(working).toHaveCount(0);
    await page.route("**/api/incident/export?*", (route) => route.abort());
    await press();
    await expect(page.getByText("The server could not be reached.")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    const wordless = { status: 502, body: "<html>Bad gateway</html>" };
    await page.route("**/api/incident/export?*", (route) => route.fulfill(wordless));
    await press();
    await expect(page.getByText("The server returned status 502 without details.")).toBeVisible();
  });
});

async function exportedText(page: Page, format: string): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: format, exact: true }).click(),
  ]);
  return contentOf(download);
}

async function contentOf(download: Download): Promise<string> {
  const pieces = await (await download.createReadStream()).toArray();
  return Buffer.concat(pieces).toString();
}

/** Returns all rows of the list, including those rendered only when scrolled into view. */
async function listedRows(page: Page) {
  const found = new Map<number, { title: string; number: string; severity: string }>();
  const scroller = page.locator("[data-list-scroller]");
  for (let top = 0, height = 1; top < height; top += 300) {
    await scroller.evaluate((element, to) => element.scrollTo({ top: to }), top);
    height = await scroller.evaluate(({ scrollHeight }) => scrollHeight);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
    // Names of related records are loaded after the rows are rendered.
    await expect(gridRows(page).getByText("…", { exact: true })).toHaveCount(0);
    const drawn = await gridRows(page).evaluateAll((elements) =>
      elements.map((row) => {
        const text = (column: string) =>
          row.querySelector(`[data-column="${column}"]`)?.textContent?.trim() ?? "";
        return {
          index: Number(row.getAttribute("aria-rowindex")),
          title: text("title"),
          number: text("incidentNumberWithPrefix"),
          severity: text("incidentSeverityId"),
        };
      }),
    );
    for (const { index, ...row } of drawn) found.set(index, row);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, row]) => row);
}

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const readers = {
  CSV: (text: string): Table => {
    const [names = [], ...read] = cells(text);
    return { names, rows: read };
  },
  JSO: (text: string): Table => tableOf(JSON.parse(text)),
  NDJ: (text: string): Table =>
    tableOf(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ),
};

function tableOf(records: readonly Record<string, unknown>[]): Table {
  return {
    names: Object.keys(records[0] ?? {}),
    rows: records.map((record) => Object.values(record).map(String)),
  };
}

/** Returns the cells of a CSV file, line by line (RFC 4180). */
function cells(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, bare = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|$)/g,
  )) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === "\r\n") lines.push([]);
    if (end === "") break;
  }
  return lines.filter((line) => line.length > 1);
}
