import { afterAll, beforeAll, expect, it } from "vitest";
import { createHandler, type HandlerDeps } from "@/lib/http/handle";
import { type TestEngine, testEngine } from "@/tests/engine";
import { expectDocumented } from "@/tests/openapi-validator";

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.store.close());

async function read(more: Partial<HandlerDeps>) {
  const handle = createHandler({
    ...{ store: engine.store, policy: { references: "loose" }, maxBodyBytes: 1_000_000 },
    now: () => engine.clock.now(),
    ...more,
  });
  const [method, path] = ["GET", "/.well-known/security.txt"];
  const reply = await handle({ method, path, query: "", headers: {}, body: "" });
  expectDocumented({ method, path, ...reply });
  return reply;
}

it("is not there while no contact is set", async () => {
  expect((await read({})).status).toBe(404);
});

it("names the contact, and a day less than a year ahead until which it holds", async () => {
  const publicUrl = "https://tocsin.example.com";
  const reply = await read({ securityContact: "mailto:security@example.com", publicUrl });
  expect(reply.status).toBe(200);
  expect(reply.headers["Content-Type"]).toBe("text/plain; charset=utf-8");
  expect(reply.body.split("\r\n")).toEqual([
    "Contact: mailto:security@example.com",
    "Expires: 2030-08-01T00:00:00Z",
    "Preferred-Languages: en",
    "Canonical: https://tocsin.example.com/.well-known/security.txt",
    "",
  ]);
});
