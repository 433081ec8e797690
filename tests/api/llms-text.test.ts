import { afterAll, beforeAll, expect, it } from "vitest";
import { createHandler } from "@/lib/http/handle";
import { resources } from "@/lib/resources";
import { type TestEngine, testEngine } from "@/tests/engine";
import { expectDocumented } from "@/tests/openapi-validator";

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.store.close());

it("names the document of every resource, with the address of the deployment, to anyone", async () => {
  const handle = createHandler({
    ...{ store: engine.store, policy: { references: "loose" }, maxBodyBytes: 1_000_000 },
    now: () => engine.clock.now(),
    publicUrl: "https://tocsin.example.com",
  });
  const [method, path] = ["GET", "/llms.txt"];
  const reply = await handle({ method, path, query: "", headers: {}, body: "" });
  expectDocumented({ method, path, ...reply });
  expect(reply.status).toBe(200);
  expect(reply.headers["Content-Type"]).toBe("text/plain; charset=utf-8");
  expect(reply.body).toMatch(/^# Tocsin\n\n> Records of incidents[^\n]*\n\n- Send your key/);
  const documents = reply.body.match(
    /(?<=\(https:\/\/tocsin\.example\.com\/api\/openapi\/)[a-z-]+(?=\.json\))/g,
  );
  expect(documents).toEqual([...resources.keys()]);
});
