import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";
import { createRecord, sampleProjectId } from "./support/records";
import { callApi } from "./support/session";
import { test } from "./support/test";

const slug = "widget";
/** Its `package.json` names a main file that it does not hold. */
const widget = `${dirname(createRequire(import.meta.url).resolve("@statuspage/status-widget/package.json"))}/dist/index.js`;

// The widget refers to its own bundler, whose runtime it does not bring along.
test.use({ expectedErrors: [/parcelRequire is not defined/] });

test("Atlassian's published widget shows the state of a page, as it is served", {
  tag: "@hard",
}, async ({ page, address }) => {
  const incidentId = await publishedOutage(page.request);
  const site = await embeddingSite(address);
  try {
    await page.goto(`http://localhost:${site.port}/`);
    const indicator = page.locator("statuspage-widget .status-indicator");
    await expect(indicator).toHaveClass("status-indicator major");
    await expect(page.locator("statuspage-widget .status-text")).toHaveText("Payments is down");
    await resolve(page.request, incidentId);
    // A browser may show the earlier reply for 30 s, as the header of the reply allows.
    await expect(async () => {
      await page.goto(`http://localhost:${site.port}/`);
      await expect(indicator).toHaveClass("status-indicator none", { timeout: 2_000 });
    }).toPass();
    await expect(page.locator("statuspage-widget .status-text")).toHaveText(
      "All systems operational",
    );
  } finally {
    await site.close();
  }
});

/** Publishes a page with two monitors, one of them down by an incident that visitors see. */
async function publishedOutage(request: APIRequestContext): Promise<string> {
  const operational = await idOf(request, "monitor-status", { isOperationalState: true });
  const offline = await idOf(request, "monitor-status", { isOfflineState: true });
  const monitor = (name: string) =>
    createRecord(request, "monitor", {
      ...{ name, monitorType: "Manual", currentMonitorStatusId: operational },
    });
  const [payments, search] = [await monitor("Payments"), await monitor("Search")];
  const statusPageId = await createRecord(request, "status-page", {
    ...{ name: "Widget", slug, isPublicStatusPage: true, publishedAt: new Date().toISOString() },
  });
  for (const [monitorId, displayName] of [
    [payments, "Payments"],
    [search, "Search"],
  ] as const)
    await createRecord(request, "status-page-resource", { statusPageId, monitorId, displayName });
  return await createRecord(request, "incident", {
    ...{ title: "Payments fail", declaredAt: new Date().toISOString(), monitors: [payments] },
    ...{ isVisibleOnStatusPage: true, changeMonitorStatusToId: offline },
    currentIncidentStateId: await idOf(request, "incident-state", { isCreatedState: true }),
    incidentSeverityId: await idOf(request, "incident-severity", {}),
  });
}

async function resolve(request: APIRequestContext, incidentId: string): Promise<void> {
  const incidentStateId = await idOf(request, "incident-state", { isResolvedState: true });
  await createRecord(request, "incident-state-timeline", { incidentId, incidentStateId });
}

/** Returns the id of a record of the sample project. */
async function idOf(request: APIRequestContext, path: string, query: JsonObject): Promise<string> {
  const projectId = await sampleProjectId(request);
  const ask = { query: { ...query, projectId } };
  const { data } = await callApi<{ data: JsonObject[] }>(
    ...([request, "POST", `/api/${path}/get-list`, ask] as const),
  );
  return String(data[0]?.["_id"]);
}

/**
 * Serves a site at `localhost` that embeds the widget, and the status page at the root of
 * `127.0.0.1`, as the proxy of docs/status-pages.md does.
 */
async function embeddingSite(address: string) {
  const server = createServer(async ({ url = "/", headers }, reply) => {
    if (url === "/widget.js") {
      reply.setHeader("Content-Type", "text/javascript");
      createReadStream(widget).pipe(reply);
    } else if (url.startsWith("/api/v2/")) {
      const asked = await fetch(`${address}/status/${slug}${url}`, {
        headers: { accept: headers.accept ?? "*/*" },
      });
      const passed = [...asked.headers].filter(
        ([name]) => !/^(content-|connection|keep)/.test(name),
      );
      reply.writeHead(asked.status, Object.fromEntries(passed)).end(await asked.text());
    } else if (url === "/") {
      reply.setHeader("Content-Type", "text/html");
      reply.end(
        `<statuspage-widget src="http://127.0.0.1:${portOf()}"></statuspage-widget><script src="/widget.js"></script>`,
      );
    } else reply.writeHead(204).end();
  });
  const portOf = (): number => {
    const at = server.address();
    if (at === null || typeof at === "string") throw new Error("The site is not served.");
    return at.port;
  };
  await new Promise<void>((done) => server.listen(0, done));
  return {
    port: portOf(),
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
