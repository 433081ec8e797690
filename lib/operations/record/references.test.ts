import { afterEach, beforeEach, expect, it } from "vitest";
import type { Caller } from "@/lib/auth/grants/caller";
import { type TestEngine, testEngine } from "@/tests/engine";

const nobody = "0f0f0f0f-0000-4000-8000-000000000000";

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine({ references: "strict" });
});
afterEach(() => engine.store.close());

it("refuses unknown ids and ids of another project alike under strict references", async () => {
  const other = await engine.newProject("Other");
  const theirs = await engine.idOf("alert-state", "Identified", other);
  const alertSeverityId = await engine.idOf("alert-severity", "High");
  const currentAlertStateId = await engine.idOf("alert-state", "Identified");
  const good = { title: "Slow", currentAlertStateId, alertSeverityId };
  const made = await engine.create("alert", good);
  for (const id of [nobody, theirs]) {
    const refusal = {
      code: "validation",
      details: { faults: [{ pointer: "/data/currentAlertStateId" }] },
    };
    const data = { ...good, currentAlertStateId: id };
    await expect(engine.create("alert", data)).rejects.toMatchObject(refusal);
    const update = engine.update("alert", made._id, { currentAlertStateId: id });
    await expect(update).rejects.toMatchObject(refusal);
  }
});

it("does not require a deployment owner to be a member of the project", async () => {
  const person: Caller = { ...engine.operator, type: "user", id: nobody };
  const label = await engine.create("label", { name: "L", color: "#123456" }, person);
  expect(label.createdByUserId).toBe(nobody);
});
