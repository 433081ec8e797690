import { describe, expect, it } from "vitest";
import { newId } from "@/lib/store/port/new-id";
import { expectToHold } from "@/prove/harness/run-in-test";
import { tenancyProof } from "@/prove/tenancy/tenancy-proof";
import {
  fillB,
  foreign,
  foreignIds,
  newProject,
  plain,
  resourceAt,
  worldWithB,
} from "@/prove/tenancy/world";
import { requiredBody } from "@/tests/bodies";

describe("the view of one project on another", () => {
  it("is empty: its history reads the same whether the other is empty or full", {
    timeout: 600_000,
  }, async () => {
    const seed = Number(process.env.FUZZ_SEED ?? 0);
    await expectToHold(tenancyProof, { histories: 60, steps: 45, seed });
  });

  it("shows only that an id is in use: 409, and nothing of the record", async () => {
    const full = await worldWithB();
    await fillB(full);
    const { key, projectId } = await newProject(full, newId());
    for (const [path, [id = ""] = []] of foreignIds) {
      const resource = resourceAt(path);
      if (!resource.operations.includes("create") || resource.scope !== "project") continue;
      // No user of another project can be added, whatever the id.
      if (path === "member") continue;
      const data = { ...plain(requiredBody(resource, projectId)), _id: id };
      const reply = await full.api.ask("POST", `/api/${path}`, { key, body: { data } });
      expect(reply.status, path).toBe(409);
      expect(JSON.stringify(reply.body)).not.toContain(foreign);
      expect(reply.body["detail"]).toBe("_id is taken: choose another.");
    }
    await full.api.close();
  });
});
