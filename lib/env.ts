import { z } from "zod";
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
    requireMetricsToken(read.data);
    return shaped(read.data);
  }
  const faults = read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  throw new StartupError(
    `${faults.length === 1 ? "A setting is" : "Settings are"} wrong: ${faults.join(" ")}`,
  );
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

/** Behind a proxy every request seems to come from this machine. */
function requireMetricsToken(read: z.output<typeof settings>): void {
  const isBehindProxy = read.PUBLIC_URL !== undefined || read.TRUSTED_PROXIES > 0;
  if (!read.METRICS || read.METRICS_TOKEN !== undefined || !isBehindProxy) return;
  throw new StartupError(
    "A setting is missing: METRICS=on beside PUBLIC_URL or TRUSTED_PROXIES needs METRICS_TOKEN, for example the output of `openssl rand -hex 32`, because a proxy on this machine would show the numbers to everyone.",
  );
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
  DATABASE_POOL: integer(1, 200, "DATABASE_POOL=8").default(8),
  DEMO: oneOf({ "0": false, "1": true }, "DEMO=1").optional(),
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
  MAX_BODY_BYTES: integer(1_024, 100_000_000, "MAX_BODY_BYTES=5000000").default(5_000_000),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error:
        "must be fatal, error, warn, info, debug, trace or silent, for example LOG_LEVEL=info.",
    })
    .default("info"),
  QUERY_TIMEOUT_MS: integer(1, 600_000, "QUERY_TIMEOUT_MS=1000").default(1_000),
  QUEUE_TIMEOUT_MS: integer(10, 600_000, "QUEUE_TIMEOUT_MS=250").default(250),
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
  RATE_LIMIT: integer(1, 1_000_000, "RATE_LIMIT=600").optional(),
  NODE_ENV: z.string().optional(),
});

function shaped(read: z.output<typeof settings>) {
  return {
    port: read.PORT,
    host: read.HOST,
    databaseUrl: read.DATABASE_URL,
    /** On PostgreSQL: where reads go while nobody takes writes. */
    databaseReadUrl: read.DATABASE_READ_URL,
    /** On PostgreSQL: the most connections of this process for reads of one kind. */
    databasePool: read.DATABASE_POOL,
    /** Whether an empty database is filled with sample data. */
    demo: read.DEMO ?? read.DATABASE_URL === "memory:",
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    adminApiKey: read.ADMIN_API_KEY,
    references: read.REFERENCES,
    maxBodyBytes: read.MAX_BODY_BYTES,
    logLevel: read.LOG_LEVEL,
    queryTimeoutMs: read.QUERY_TIMEOUT_MS,
    /** How long a request may wait for its turn before it is turned away. */
    queueTimeoutMs: read.QUEUE_TIMEOUT_MS,
    /** The origin people see, without a path; absent: the address the server listens on. */
    publicUrl: read.PUBLIC_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    corsOrigins: read.CORS_ORIGINS,
    authSecret: read.AUTH_SECRET,
    /** Requests a minute for each key; absent: no limit. */
    rateLimit: read.RATE_LIMIT,
    /** Whether `/metrics` answers: to this token, or without one to this machine alone. */
    metrics: read.METRICS,
    metricsToken: read.METRICS_TOKEN,
    /** True under `npm run dev`: a changed module takes the place of the one before. */
    reload: read.NODE_ENV === "development",
  };
}

function matching(pattern: RegExp, problem: string) {
  return z.string().regex(pattern, { error: problem });
}

function integer(least: number, most: number, example: string) {
  const problem = `must be a whole number from ${least} to ${most}, for example ${example}.`;
  return matching(/^\d{1,15}$/, problem)
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: problem });
}

function oneOf<Value>(values: Readonly<Record<string, Value>>, example: string) {
  const names = Object.keys(values);
  return z.string().transform((name, context): Value => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    context.addIssue(`must be ${names.join(" or ")}, for example ${example}.`);
    return z.NEVER;
  });
}

function databaseUrl() {
  return z.string().regex(/^(memory:|file:.+|postgres(ql)?:\/\/.+)$/i, {
    error:
      "must be memory: (kept until the process ends), a file, for example DATABASE_URL=file:./tocsin.db, or a PostgreSQL database, for example DATABASE_URL=postgres://tocsin:secret@127.0.0.1:5432/tocsin.",
  });
}

function origin(example: string) {
  return z.string().transform((text, context): string => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash) {
      return url.origin;
    }
    context.addIssue(`must be an http or https address without a path, for example ${example}.`);
    return z.NEVER;
  });
}

function origins() {
  const one = origin("CORS_ORIGINS=https://a.example.com,https://b.example.com");
  return z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(one));
}
