import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test("the links of a collapsed sidebar are in the document, and their counts follow changes", {
  tag: "@hard",
}, async ({ page, request }) => {
  await signIn(page);
  const id = await createRecord(request, "incident", {
    ...{ title: "Counted in the sidebar", declaredAt: new Date().toISOString() },
    currentIncidentStateId: sampleId("incident-state", 1),
    incidentSeverityId: sampleId("incident-severity", 1),
  });
  await page.goto("/p/acme");
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: "Expand the sidebar" })).toBeVisible();
  const document = await page.request.get("/p/acme", { headers: { accept: "text/html" } });
  const html = await document.text();
  expect(html).toMatch(/<aside[^>]*><nav aria-label="Main"/);
  const release = await holdLaterCode(page, html);
  await page.reload();
  const number = page
    .getByRole("main")
    .getByRole("link", { name: /^\d+\s*open$/ })
    .first();
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Incidents/ });
  const count = Number.parseInt((await number.textContent()) ?? "", 10);
  expect(count).toBeGreaterThan(0);
  await expect(link).toHaveText(`Incidents${count} open`);
  await callApi(request, "DELETE", `/api/incident/${id}`);
  await expect(number).toHaveText(`${count - 1}open`);
  release();
  await expect(link).toHaveText(`Incidents${count - 1} open`);
});

/** Holds the code of the collapsed sidebar unless the document itself loads it. */
async function holdLaterCode(page: Page, html: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const own = [...html.matchAll(/(?:<script[^>]* src=|push\()"([^"?]+)/g)].map(
    ([, path = ""]) => path,
  );
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const response = await route.fetch();
    const isLater = !own.includes(new URL(route.request().url()).pathname);
    if (isLater && (await response.text()).includes("Expand the sidebar")) await isOpen;
    await route.fulfill({ response });
  });
  return letThrough;
}
