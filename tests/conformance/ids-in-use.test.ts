import { expect, it } from "vitest";
import { newId } from "@/lib/store/port/new-id";
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

it("a project learns that an id is in use by another: 409, and nothing of the record", async () => {
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
