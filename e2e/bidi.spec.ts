import { expect, type Page } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";
import { inviteUser } from "./support/invite-user";
import { createRecord, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

/** U+202E reverses all text after it until its paragraph ends, unless it is isolated (UAX 9). */
const rightToLeftOverride = "\u202e";
const title = `Turned ${rightToLeftOverride}gnp.exe`;

test.beforeEach(({ page }) => signIn(page));

/**
 * Returns the texts reversed by a U+202E in the same paragraph; `[]` if it affects only its own
 * name. Throws if the page contains none.
 */
async function reversedTexts(page: Page, names: readonly string[] = [title]): Promise<string[]> {
  return page.evaluate(
    ({ mark, known }) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const paragraphs = new Set<Element>();
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement;
        if (node.textContent?.includes(mark) && parent?.checkVisibility()) {
          paragraphs.add(paragraphOf(parent));
        }
      }
      if (paragraphs.size === 0) throw new Error("Nothing on the page is turned.");
      return [...paragraphs].flatMap((paragraph) => {
        const inside = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = inside.nextNode(); node; node = inside.nextNode()) {
          if (node instanceof Text) found.push(...backwards(node));
        }
        return found;
      });

      function paragraphOf(element: Element): Element {
        const isInline = getComputedStyle(element).display === "inline";
        return isInline && element.parentElement ? paragraphOf(element.parentElement) : element;
      }

      /** Returns the parts of a text around a name whose letters run from right to left. */
      function backwards(node: Text): string[] {
        const whole = node.data;
        const name = known.find((one) => whole.includes(one));
        const at = name === undefined ? whole.length : whole.indexOf(name);
        const end = at + (name?.length ?? 0);
        return [[0, at] as const, [end, whole.length] as const].flatMap(([from, to]) => {
          const boxes = [...Array(Math.max(0, to - from)).keys()].flatMap((offset) => {
            const range = document.createRange();
            range.setStart(node, from + offset);
            range.setEnd(node, from + offset + 1);
            const box = range.getBoundingClientRect();
            return box.width > 0 ? [box] : [];
          });
          const isBackwards = boxes.some((box, place) => {
            const before = boxes[place - 1];
            return before && Math.abs(before.top - box.top) < 2 && box.left < before.left - 0.5;
          });
          return isBackwards ? [whole.slice(from, to)] : [];
        });
      }
    },
    { mark: rightToLeftOverride, known: names },
  );
}

test("these tests detect a reversed text", { tag: "@hard" }, async ({ page }) => {
  const show = (html: string) => page.setContent(html);
  await show(`<p>Before ${title} was permanently deleted.</p>`);
  expect(await reversedTexts(page)).toEqual([" was permanently deleted."]);
  await show(`<p>Before <bdi>${title}</bdi> was permanently deleted.</p>`);
  expect(await reversedTexts(page)).toEqual([]);
});

test("a title with a bidi override reverses nothing around it", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const severity = await first(page, "incident-severity");
  const state = await first(page, "incident-state");
  const id = await createRecord(request, "incident", {
    ...{ title, description: "x", incidentSeverityId: severity, currentIncidentStateId: state },
    declaredAt: new Date().toISOString(),
  });
  const change = (data: JsonObject) => callApi(request, "PUT", `/api/incident/${id}`, { data });
  await change({ title: `${title} again` });
  await change({ title });
  const names = [`${title} again`, title];

  await page.goto("/p/acme/incident");
  await expect(gridRows(page).filter({ hasText: "gnp.exe" }).first()).toBeVisible();
  expect(await reversedTexts(page, names), "the list").toEqual([]);
  await gridRows(page).filter({ hasText: "gnp.exe" }).first().focus();
  await page.keyboard.press(" ");
  await expect(page.getByRole("complementary", { name: "Preview" })).toContainText("gnp.exe");
  expect(await reversedTexts(page, names), "the preview").toEqual([]);

  await page.goto(`/p/acme/incident/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("gnp.exe");
  await expect(page).toHaveTitle(new RegExp(`^INC-\\d+ \u2068${title}\u2069 · Tocsin$`));
  expect(await reversedTexts(page, names), "the record").toEqual([]);
  await page.getByRole("tab", { name: /^Related/ }).click();
  await expect(page.getByText("None").first()).toBeVisible();
  expect(await reversedTexts(page, names), "what is related").toEqual([]);
  await page.getByRole("tab", { name: /^History/ }).click();
  await expect(page.getByRole("list", { name: "Changes, newest first" })).toContainText("gnp");
  expect(await reversedTexts(page, names), "the history").toEqual([]);

  await page.goto("/p/acme");
  await expect(page.getByText(/gnp\.exe/).first()).toBeVisible();
  expect(await reversedTexts(page, names), "the overview").toEqual([]);
  await page.goto("/p/acme?find=gnp.exe");
  await expect(page.getByRole("option", { name: /gnp\.exe/ }).first()).toBeVisible();
  expect(await reversedTexts(page, [...names, "gnp.exe"]), "the palette").toEqual([]);

  await page.goto(`/p/acme/incident/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("gnp.exe");
  expect(await reversedTexts(page, names), "the question").toEqual([]);
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByText(/was permanently deleted/)).toBeVisible();
  expect(await reversedTexts(page, names), "the note").toEqual([]);
});

test("a name with a bidi override reverses nothing around it", { tag: "@hard" }, async ({
  page,
  browser,
}) => {
  const projectName = `Project ${rightToLeftOverride}abc`;
  const made = await callApi<{ _id: string; slug: string }>(page.request, "POST", "/api/project", {
    data: { name: projectName },
  });
  const person = `Mia ${rightToLeftOverride}def`;
  const permissions = ["Project Owner"];
  const own = await inviteUser(browser, page, made._id, { name: "Turned", permissions });
  const headers = { Origin: `http://127.0.0.1:${process.env["E2E_PORT"]}` };
  const renamed = await own.request.post("/api/me", { data: { data: { name: person } }, headers });
  expect(renamed.status()).toBe(200);
  const base = `/p/${made.slug}`;
  const names = [projectName, person];
  for (const path of [`${base}/no-such-page`, `${base}/people`, `${base}/access-log`, "/account"]) {
    await own.goto(path);
    await expect(own.getByText(rightToLeftOverride).first()).toBeVisible();
    expect(await reversedTexts(own, names), path).toEqual([]);
  }
  await own.goto(`${base}/people`);
  await own.getByRole("button", { name: "Invite a user" }).click();
  await expect(own.getByRole("dialog")).toBeVisible();
  expect(await reversedTexts(own, names), "the invitation").toEqual([]);
});

async function first(page: Page, path: string): Promise<string> {
  const query = { projectId: await sampleProjectId(page.request) };
  const found = await callApi<{ data: { _id: string }[] }>(
    ...([page.request, "POST", `/api/${path}/get-list`, { query }] as const),
  );
  return found.data[0]?._id ?? "";
}
