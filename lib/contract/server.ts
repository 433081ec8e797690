import { z } from "zod";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { endpoint } from "./endpoint";

const open = { method: "GET", tag: "Service", caller: "anyone", effect: "reads" } as const;
const plainText = { media: ["text/plain"], schema: { type: "string" } } as const;
const healthy = z.object({ status: z.literal("ok") }).meta(schemaRef("Health"));

const spellings = z
  .enum(["one", "all"])
  .default("one")
  .meta({ description: "all: also the routes for clients without PUT, DELETE or POST." });
const document = {
  reply: { media: ["application/json"], schema: { type: "object" }, isConditional: true },
  answer: "OpenAPI 3.1.",
  problems: [404],
} as const;

export const openApi = endpoint({
  ...open,
  path: "/api/openapi.json",
  summary: "This document",
  about: "With one route for each operation on records, or with all.",
  query: z.object({ spellings }),
  ...document,
});

export const openApiOfResource = endpoint({
  ...open,
  path: "/api/openapi/{r}.json",
  summary: "This document for one resource",
  about: "Also with examples of the replies.",
  query: z.object({ spellings }),
  ...document,
});

export const health = endpoint({
  ...open,
  path: "/healthz",
  summary: "Check that the process is alive",
  reply: healthy,
  answer: "The process is alive.",
});

export const readiness = endpoint({
  ...open,
  path: "/readyz",
  summary: "Check that the database answers",
  reply: healthy,
  answer: "The database answers.",
  problems: [503],
});

export const metrics = endpoint({
  ...open,
  path: "/metrics",
  summary: "Numbers for Prometheus",
  about:
    "Off unless the operator turns it on. Takes the operator's token as `Authorization: Bearer`; without one, only the server's machine reads them.",
  reply: plainText,
  answer: "In the text format of Prometheus.",
  problems: [401, 404],
});

export const securityText = endpoint({
  ...open,
  path: "/.well-known/security.txt",
  summary: "Where to report security issues",
  reply: plainText,
  answer: "A security.txt (RFC 9116).",
  problems: [404],
});

export const llmsText = endpoint({
  ...open,
  path: "/llms.txt",
  summary: "An index of the documentation for language models",
  reply: plainText,
});
