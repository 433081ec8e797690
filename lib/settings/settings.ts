import { z } from "zod";
import { contact, databaseUrl, integer, matching, oneOf, origin, origins } from "./setting-types";

/** The environment variables that are settings, with their types and defaults. */
export const settings = z.object({
  PORT: integer(0, 65_535, "PORT=3000").default(3000),
  HOST: matching(
    /^[A-Za-z0-9.:_-]+$/,
    "must be a host name or an address, for example HOST=127.0.0.1.",
  ).default("127.0.0.1"),
  DATABASE_URL: databaseUrl().default("memory:"),
  DATABASE_READ_URL: matching(
    /^postgres(ql)?:\/\/.+$/i,
    "must be a PostgreSQL database, for example DATABASE_READ_URL=postgres://tocsin:secret@127.0.0.1:5433/tocsin.",
  ).optional(),
  DATABASE_CREATE: oneOf({ "0": false, "1": true }, "DATABASE_CREATE=0").default(true),
  DATABASE_POOL: integer(1, 200, "DATABASE_POOL=8").default(8),
  DEMO: oneOf({ "0": false, "1": true }, "DEMO=1").optional(),
  SAMPLE_IDS: oneOf(
    { random: "random" as const, fixed: "fixed" as const },
    "SAMPLE_IDS=fixed",
  ).default("random"),
  ADMIN_EMAIL: matching(
    /^[^\s@]+@[^\s@]+$/,
    "must be an e-mail address, for example ADMIN_EMAIL=owner@example.com.",
  ).optional(),
  ADMIN_PASSWORD: matching(
    /^.{8,256}$/su,
    "must have 8 to 256 characters, for example ADMIN_PASSWORD='four unrelated words here'.",
  ).optional(),
  ADMIN_API_KEY: matching(
    /^[\x21-\x7e]{16,256}$/,
    "must be 16 to 256 visible characters without spaces, for example the output of `openssl rand -hex 32`.",
  ).optional(),
  REFERENCES: oneOf(
    { loose: "loose" as const, strict: "strict" as const },
    "REFERENCES=strict",
  ).default("loose"),
  MAX_BODY_BYTES: integer(1_024, 100_000_000, "MAX_BODY_BYTES=8000000").default(8_000_000),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error:
        "must be fatal, error, warn, info, debug, trace or silent, for example LOG_LEVEL=info.",
    })
    .default("info"),
  QUERY_TIMEOUT_MS: integer(1, 600_000, "QUERY_TIMEOUT_MS=1000").default(1_000),
  QUEUE_TIMEOUT_MS: integer(10, 600_000, "QUEUE_TIMEOUT_MS=250").default(250),
  WARM_UP: oneOf({ "0": false, "1": true }, "WARM_UP=0").default(true),
  DRAIN_MS: integer(0, 300_000, "DRAIN_MS=5000").optional(),
  PUBLIC_URL: origin("PUBLIC_URL=https://tocsin.example.com").optional(),
  TRUSTED_PROXIES: integer(0, 16, "TRUSTED_PROXIES=1").default(0),
  CORS_ORIGINS: origins().default([]),
  AUTH_SECRET: matching(
    /^.{32,}$/s,
    "must have at least 32 characters, for example the output of `openssl rand -hex 32`.",
  ).optional(),
  METRICS: oneOf({ off: false, on: true }, "METRICS=on").default(false),
  METRICS_TOKEN: matching(
    /^[\x21-\x7e]{16,256}$/,
    "must be 16 to 256 visible characters without spaces, for example the output of `openssl rand -hex 32`.",
  ).optional(),
  METRICS_PORT: integer(1, 65_535, "METRICS_PORT=9464").optional(),
  ACCESS_LOG_DAYS: integer(1, 36_500, "ACCESS_LOG_DAYS=400").default(400),
  SECURITY_CONTACT: contact().optional(),
  RATE_LIMIT: z
    .union([z.literal("off"), integer(1, 10_000_000, "")], {
      error: "must be off or a whole number from 1 to 10000000, for example RATE_LIMIT=60000.",
    })
    .default(60_000),
  NODE_ENV: z.string().optional(),
});
