import { expect, type Locator } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Most taps and requests to the API of the whole journey, and taps until it is acknowledged. */
const [mostTaps, mostRequests, mostToAcknowledge] = [14, 40, 3];

test("an incident is worked with one thumb, from the message to the published postmortem", async ({
  page,
  request,
}) => {
  await signIn(page);
  const id = await createRecord(request, "incident", {
    title: "Checkout broken",
    declaredAt: new Date().toISOString(),
    monitors: [sampleId("monitor", 2)],
    changeMonitorStatusToId: sampleId("monitor-status", 3),
    onCallDutyPolicies: [sampleId("on-call-duty-policy", 1)],
    currentIncidentStateId: sampleId("incident-state", 1),
    incidentSeverityId: sampleId("incident-severity", 1),
    isVisibleOnStatusPage: true,
  });
  const requests: string[] = [];
  page.on("request", (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname.startsWith("/api/")) requests.push(`${sent.method()} ${pathname}`);
  });
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const timeline = page.getByRole("list", { name: /^Timeline/ });

  await page.goto("/p/acme");
  await tap(
    page
      .getByRole("main")
      .getByRole("link", { name: /Checkout broken/ })
      .first(),
  );
  await expect(page.getByRole("region", { name: "At a glance" })).toContainText("Offline");
  await tap(button("Acknowledge"));
  await expect(page.getByText(/INC-\d+ acknowledged/)).toBeVisible();
  expect(taps).toBeLessThanOrEqual(mostToAcknowledge);

  await tap(button("Note"));
  const note = page.getByRole("textbox", { name: /^Note on this/ });
  await expect(note).toBeFocused();
  await page.keyboard.type("The last release is taken back");
  await tap(button("Add note"));
  await expect(timeline).toContainText("The last release is taken back");

  await tap(button("Hand over"));
  const dialog = page.getByRole("dialog", { name: /^Hand INC-\d+ over/ });
  await expect(dialog.getByRole("combobox", { name: /^Owner/ })).toBeFocused();
  await page.keyboard.type("Pr");
  await tap(page.getByRole("option", { name: /Priya/ }).first());
  await tap(dialog.getByRole("button", { name: "Hand over", exact: true }));
  await expect(page.getByText(/INC-\d+ handed over/)).toBeVisible();
  await expect(timeline).toContainText("Priya Raman became owner");

  await tap(button("Resolve"));
  await expect(page.getByRole("alertdialog").getByText(/INC-\d+ resolved/)).toBeVisible();

  const opened = page.waitForEvent("popup");
  await tap(page.getByRole("link", { name: "Open page" }).first());
  const visited = await opened;
  await expect(visited.getByText("Checkout broken").first()).toBeVisible();
  // Back to the console.
  taps += 1;
  await visited.close();

  await tap(button("Start postmortem"));
  const editor = page.getByRole("dialog", { name: "Postmortem" });
  await expect(editor.getByRole("textbox")).toHaveValue(/set the state to Resolved/);
  await expect(editor.getByRole("textbox")).not.toHaveValue(/The last release is taken back/);
  await tap(editor.getByRole("button", { name: "Save postmortem" }));
  const card = page.getByRole("region", { name: "Postmortem" });
  await tap(card.getByRole("button", { name: "Publish" }));
  await expect(page.getByText("Postmortem published")).toBeVisible();
  await expect(card).toContainText("Published");

  const stored = await callApi(request, "POST", `/api/incident/${id}/get-item`);
  expect(stored["postmortemPostedAt"]).not.toBeNull();
  expect(stored["currentIncidentStateId"]).toBe(sampleId("incident-state", 3));
  expect(taps).toBeLessThanOrEqual(mostTaps);
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(mostRequests);
});
