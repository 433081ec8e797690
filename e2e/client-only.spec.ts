import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true });

// React hydrates each boundary on its own. An answer that arrives between two of them makes the
// second differ from the document.
test("the boundaries of a document hold texts, and no part that reads data of its own", {
  tag: "@hard",
}, async ({ page }) => {
  await signIn(page);
  const incident = `/p/acme/incident/${sampleId("incident", 1)}`;
  for (const path of [
    ...["/p/acme", "/p/acme/monitor", "/p/acme/incident", incident],
    ...[`${incident}?tab=related`, `${incident}?tab=history`],
    `/p/acme/monitor/${sampleId("monitor", 1)}`,
    `/p/acme/service/${sampleId("service", 1)}`,
    `/p/acme/status-page/${sampleId("status-page", 1)}`,
    `/p/acme/on-call-duty-policy/${sampleId("on-call-duty-policy", 1)}`,
  ])
    expect(await boundaries(page, path), path).toEqual([]);
});

/** Returns the beginnings of the boundaries of a document, except empty ones and those of texts. */
async function boundaries(page: Page, path: string): Promise<readonly string[]> {
  const document = await page.request.get(path, { headers: { accept: "text/html" } });
  const html = await document.text();
  expect(html, path).toContain("</main>");
  const begun = html.matchAll(/<!--\$[?!]?-->(?!<!--\/\$-->)(?=(.{0,80}))/gs);
  return [...begun]
    .map(([, start = ""]) => start)
    .filter((start) => !start.startsWith('<div class="wrap-anywhere'));
}
