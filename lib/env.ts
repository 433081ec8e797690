import type { z } from "zod";
import { misspellingsOf } from "@/lib/settings/misspellings";
import { settings } from "@/lib/settings/settings";
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
