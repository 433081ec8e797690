import { z } from "zod";
import { misspellingsOf } from "@/lib/misspellings";
import {
  contact,
  databaseUrl,
  integer,
  matching,
  oneOf,
  origin,
  origins,
} from "@/lib/setting-kinds";
import { StartupError } from "@/lib/startup-error";

/** The settings of a deployment, checked and with their defaults. */
export type Environment = ReturnType<typeof shaped>;

/**
 * Reads the settings from environment variables; an empty one counts as absent. Throws a `StartupError` that names
 * every wrong variable, what is wrong with it and a right example. The value of a secret is never repeated.
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const read = settings.safeParse(present);
  if (read.success) {
    requirePostgres(read.data);
    return shaped(read.data);
  }
  const faults = read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  throw new StartupError(
    `${faults.length === 1 ? "A setting is" : "Settings are"} wrong: ${faults.join(" ")}`,
  );
}

/** Sentences about variables of this process that look like settings of Tocsin with a slip of the finger. */
export function misspelledSettings(): string[] {
  return misspellingsOf(Object.keys(process.env), Object.keys(settings.shape));
}

/** Sentences about settings that have no effect beside the others. */
export function idleSettings({ metrics, metricsToken }: Environment): string[] {
  if (metrics || metricsToken === undefined) return [];
  return ["METRICS_TOKEN has no effect while METRICS is off. Set METRICS=on to serve /metrics."];
}

/** The settings of this process. Throws like `readEnvironment`. */
export function environment(): Environment {
  return readEnvironment(process.env);
}

/**
 * What the programs of PostgreSQL that a backup needs may know of this process's environment: where they are, where the
 * account's own files are, and what is meant for them.
 */
export function programVariables(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const meant = /^(PATH|HOME|PGPASSWORD|PGPASSFILE|PGSSL\w+|PGCHANNELBINDING)$/;
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      value !== undefined && meant.test(name) ? [[name, value]] : [],
    ),
  );
}

function requirePostgres({ DATABASE_URL, DATABASE_READ_URL }: z.output<typeof settings>): void {
  if (DATABASE_READ_URL === undefined || /^postgres/i.test(DATABASE_URL)) return;
  throw new StartupError(
    "A setting is wrong: DATABASE_READ_URL is for PostgreSQL, and DATABASE_URL is not one. Leave it out.",
  );
}

function isBehindProxy(read: z.output<typeof settings>): boolean {
  return read.PUBLIC_URL !== undefined || read.TRUSTED_PROXIES > 0;
}

const settings = z.object({
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

/** Without a token there is no other way to the numbers, so the port has a default then. */
function metricsPort({ METRICS, METRICS_TOKEN, METRICS_PORT }: z.output<typeof settings>) {
  if (!METRICS) return undefined;
  return METRICS_PORT ?? (METRICS_TOKEN === undefined ? defaultMetricsPort : undefined);
}

/** The port that the exporter of OpenTelemetry for Prometheus listens on. */
const defaultMetricsPort = 9464;

function shaped(read: z.output<typeof settings>) {
  return {
    port: read.PORT,
    host: read.HOST,
    databaseUrl: read.DATABASE_URL,
    /** On PostgreSQL: where reads go while nobody takes writes. */
    databaseReadUrl: read.DATABASE_READ_URL,
    /** Whether a database file that is missing is made. */
    databaseCreate: read.DATABASE_CREATE,
    /** On PostgreSQL: the most connections of this process for reads of one kind. */
    databasePool: read.DATABASE_POOL,
    /** Whether an empty database is filled with sample data. */
    demo: read.DEMO ?? read.DATABASE_URL === "memory:",
    /** Whether sample records get ids of this deployment alone, or those of the documentation's examples. */
    sampleIds: read.SAMPLE_IDS,
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    adminApiKey: read.ADMIN_API_KEY,
    references: read.REFERENCES,
    maxBodyBytes: read.MAX_BODY_BYTES,
    logLevel: read.LOG_LEVEL,
    queryTimeoutMs: read.QUERY_TIMEOUT_MS,
    /** How long a request may wait for its turn before it is turned away. */
    queueTimeoutMs: read.QUEUE_TIMEOUT_MS,
    /** Whether the console and the API document are made ready before somebody asks for them. */
    warmUp: read.WARM_UP,
    /** How long requests are still taken after SIGTERM, while `/readyz` sends proxies elsewhere. */
    drainMs: read.DRAIN_MS ?? (isBehindProxy(read) ? 5_000 : 0),
    /** The origin people see, without a path; absent: the address the server listens on. */
    publicUrl: read.PUBLIC_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    corsOrigins: read.CORS_ORIGINS,
    authSecret: read.AUTH_SECRET,
    /** Requests a minute for each key or session; absent: no limit. */
    rateLimit: read.RATE_LIMIT === "off" ? undefined : read.RATE_LIMIT,
    metrics: read.METRICS,
    /** The token that `/metrics` asks for; absent: the numbers are on `metricsPort` alone. */
    metricsToken: read.METRICS_TOKEN,
    /** A port of 127.0.0.1 that serves the numbers without a token; absent: none does. */
    metricsPort: metricsPort(read),
    /** How many days an entry of the access log is kept. */
    accessLogDays: read.ACCESS_LOG_DAYS,
    /** Where faults of security are reported, as an address (RFC 9116); absent: there is no security.txt. */
    securityContact: read.SECURITY_CONTACT,
    /** True under `npm run dev`: a changed module takes the place of the one before. */
    reload: read.NODE_ENV === "development",
  };
}
