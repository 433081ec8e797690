import { expect } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { inviteUser } from "./support/invite-user";
import { sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test("pages of records name the permissions that their hidden parts need", {
  tag: "@hard",
}, async ({ browser, page, request }) => {
  await signIn(page);
  const projectId = await sampleProjectId(request);
  const own = await inviteUser(browser, page, projectId, {
    name: "Few",
    permissions: [
      ...["Read On-Call Duty Policy", "Read Service", "Read Monitor", "Read Status Page"],
      "Read Project",
    ],
  });
  for (const [path, part, ...missing] of [
    ["project", "Order of states and severities", "Read Incident State", "Read Monitor Status"],
    ["on-call-duty-policy", "Escalation ladder", "Read On-Call Duty Policy Escalation Rule"],
    ["service", "Dependencies", "Read Service Dependency"],
    ["monitor", "Uptime", "Read Monitor Status", "Read Monitor Status Timeline"],
    ["status-page", "Bar colors", "Read Status Page History Chart Bar Color Rule"],
  ] as const) {
    await own.goto(`/p/acme/${path}/${path === "project" ? projectId : sampleId(path, 1)}`);
    const section = own.getByRole("region", { name: part, exact: true });
    for (const title of missing) await expect(section).toContainText(`“${title}”`);
    await expect(section.getByRole("link", { name: "Why was this denied?" })).toBeVisible();
  }
  // A frame that the server refuses would write an error to the console, which fails the test.
  const publication = own.getByRole("region", { name: "Publication" });
  await publication.getByText("Preview", { exact: true }).click();
  await expect(publication).toContainText(/Not shown: to read it, you need .*“Read Incident”/);
  await expect(publication.locator("iframe")).toHaveCount(0);
  await own.context().close();
});
