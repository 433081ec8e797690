import { expect, test } from "vitest";
import { fieldNames } from "@/lib/resources/oneuptime-aliases";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import { incomingRow } from "./incoming-row";

test("an import never publishes a status page", () => {
  const projectId = "0190a000-0000-7000-8000-000000000001";
  const about = {
    ...{ resource: statusPage, names: fieldNames(statusPage.path), projectId },
    now: "2026-11-24T10:00:00.000Z",
  };
  const sent = {
    ...{ _id: "0190a000-0000-7000-8000-000000000002", projectId, name: "Page", slug: "page" },
    publishedAt: "2026-11-01T00:00:00.000Z",
  };
  expect(incomingRow(about, sent)).toMatchObject({ row: { name: "Page", publishedAt: null } });
});
