import type { z } from "zod";
import { misspellingsOf } from "@/lib/settings/misspellings";
import { databaseUrl } from "@/lib/settings/setting-types";
import { settings } from "@/lib/settings/settings";
import { StartupError } from "@/lib/startup-error";

/** The settings of a deployment, checked and with their defaults. */
export type Environment = ReturnType<typeof shaped>;

/**
 * Reads the settings from environment variables. An empty one counts as absent. Throws a
 * `StartupError` that names every wrong variable, its problem and a correct example. Never repeats
 * the value of a secret.
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

/** Returns sentences about variables of this process that look like misspelled settings. */
export function misspelledSettings(): string[] {
  return misspellingsOf(Object.keys(process.env), Object.keys(settings.shape));
}

/** Returns sentences about settings that have no effect in combination with the others. */
export function idleSettings(read: Environment): string[] {
  const { metrics, metricsToken, metricsPortSetting } = read;
  if (metrics) return [];
  const idle = Object.entries({ METRICS_TOKEN: metricsToken, METRICS_PORT: metricsPortSetting });
  return idle.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name} has no effect while METRICS is off. Set METRICS=on to serve /metrics.`],
  );
}

/** Returns the settings of this process. Throws like `readEnvironment`. */
export function environment(): Environment {
  return readEnvironment(process.env);
}

/**
 * Returns the environment variables for the PostgreSQL programs of a backup: the path, the
 * account's home, and the variables meant for them.
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

/** Returns the key of the OneUptime server to import from. Throws a `StartupError` without one. */
export function oneuptimeKey(
  source: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const key = source["ONEUPTIME_KEY"]?.trim() ?? "";
  if (/^[!-~]+$/.test(key)) return key;
  throw new StartupError(
    key === ""
      ? "Set ONEUPTIME_KEY to an API key of the OneUptime project, one that may read all of it."
      : "ONEUPTIME_KEY holds characters that no key has. Copy it again.",
  );
}

/**
 * Returns the database that `npm run copy` reads, from `COPY_FROM`; undefined if it is not set. Throws
 * a `StartupError` that does not repeat a wrong value.
 */
export function copySource(
  source: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const url = source["COPY_FROM"];
  if (url === undefined || url === "") return undefined;
  const read = databaseUrl().safeParse(url);
  if (read.success) return read.data;
  throw new StartupError(
    "COPY_FROM must be a file, for example COPY_FROM=file:./tocsin.db, or a PostgreSQL database, for example COPY_FROM=postgres://tocsin:secret@127.0.0.1:5432/tocsin.",
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

/** Without a token the port is the only access to the metrics, so it has a default. */
function metricsPort({ METRICS, METRICS_TOKEN, METRICS_PORT }: z.output<typeof settings>) {
  if (!METRICS) return undefined;
  return METRICS_PORT ?? (METRICS_TOKEN === undefined ? defaultMetricsPort : undefined);
}

/** The port of the Prometheus exporter of OpenTelemetry. */
const defaultMetricsPort = 9464;

function shaped(read: z.output<typeof settings>) {
  return {
    port: read.PORT,
    host: read.HOST,
    databaseUrl: read.DATABASE_URL,
    /** PostgreSQL only: the database for reads while no server accepts writes. */
    databaseReadUrl: read.DATABASE_READ_URL,
    /** Whether to create a missing database file. */
    databaseCreate: read.DATABASE_CREATE,
    /** PostgreSQL only: limit on connections of this process for each kind of read. */
    databasePool: read.DATABASE_POOL,
    /** Whether to fill an empty database with sample data. */
    demo: read.DEMO ?? read.DATABASE_URL === "memory:",
    /** Whether sample records get ids unique to this deployment, or those of the documentation. */
    sampleIds: read.SAMPLE_IDS,
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    adminApiKey: read.ADMIN_API_KEY,
    references: read.REFERENCES,
    maxBodyBytes: read.MAX_BODY_BYTES,
    logLevel: read.LOG_LEVEL,
    queryTimeoutMs: read.QUERY_TIMEOUT_MS,
    /** How long a request may wait for admission before it is rejected. */
    queueTimeoutMs: read.QUEUE_TIMEOUT_MS,
    /** Whether to prepare the console and the API document before the first request. */
    warmUp: read.WARM_UP,
    /** How long requests are accepted after SIGTERM, while `/readyz` sends proxies elsewhere. */
    drainMs: read.DRAIN_MS ?? (isBehindProxy(read) ? 5_000 : 0),
    /** The public origin, without a path. Absent: the address the server listens on. */
    publicUrl: read.PUBLIC_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    corsOrigins: read.CORS_ORIGINS,
    authSecret: read.AUTH_SECRET,
    /** Requests per minute for each key or session. Absent: no limit. */
    rateLimit: read.RATE_LIMIT === "off" ? undefined : read.RATE_LIMIT,
    metrics: read.METRICS,
    /** The token for `/metrics`. Absent: the metrics are served on `metricsPort` only. */
    metricsToken: read.METRICS_TOKEN,
    /** A port of 127.0.0.1 that serves the metrics without a token. Absent: none. */
    metricsPort: metricsPort(read),
    /** `METRICS_PORT` as it is set, also while the metrics are off. */
    metricsPortSetting: read.METRICS_PORT,
    /** Days that an entry of the access log is kept. */
    accessLogDays: read.ACCESS_LOG_DAYS,
    /** The contact for security reports, a URI (RFC 9116). Absent: there is no security.txt. */
    securityContact: read.SECURITY_CONTACT,
    /** True under `npm run dev`, where a changed module replaces the previous one. */
    reload: read.NODE_ENV === "development",
  };
}
