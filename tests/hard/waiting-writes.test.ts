import { expect, test } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { pause } from "@/prove/harness/figures";
import { Run } from "@/prove/harness/run";
import { filledServer } from "@/prove/load/filled-server";
import { adminKey } from "@/tests/server/server-process";

test("reads are answered while more writes than slots wait for a long one", async () => {
  const run = new Run(() => undefined);
  try {
    const { served, job } = await filledServer(run, 1, { QUEUE_TIMEOUT_MS: undefined });
    const { port } = served;
    const ended: string[] = [];
    // Connections of their own, because those of `askServer` are limited.
    const ask = async (name: string, path: string, body: JsonObject, key = adminKey) => {
      const headers = { ApiKey: key, "Content-Type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const reply = await fetch(`http://127.0.0.1:${port}/api/${path}`, init);
      const text = await reply.text();
      ended.push(name);
      expect(reply.status, text.slice(0, 300)).toBe(200);
    };
    const label = newId();
    const labels = (_id: string) => ({
      _id,
      projectId: job.projectId,
      name: `Label ${_id}`,
      color: "#1f6feb",
    });
    await ask("label", "label", { data: labels(label) });
    for (let part = 0; part < 40; part += 1) {
      const items = Array.from({ length: 100 }, () => ({
        data: {
          ...{ projectId: job.projectId, title: "Slow", declaredAt: "2026-01-31T09:00:00.000Z" },
          currentIncidentStateId: "0190a000-0000-7000-8000-000000000001",
          incidentSeverityId: "0190a000-0000-7000-8000-000000000002",
          labels: [label],
        },
      }));
      await ask("incidents", "incident/bulk-create", { items });
    }
    // The first read may write a secret of the deployment.
    await ask("read", `incident/${job.ids[0]}/get-item`, {});
    ended.length = 0;
    const removal = ask("removal", "label/bulk-delete", { items: [{ id: label }] });
    await pause(20);
    // Of two callers, because the slots of one leave room for others.
    const writes = [undefined, job.key].flatMap((key) =>
      Array.from({ length: 50 }, () => ask("write", "label", { data: labels(newId()) }, key)),
    );
    await ask("read", `incident/${job.ids[0]}/get-item`, {});
    await Promise.all([removal, ...writes]);
    expect(ended.indexOf("read")).toBeLessThan(ended.indexOf("removal"));
  } finally {
    await run.end();
  }
});
