import { prepareAccounts } from "@/lib/auth/accounts";
import { flushKeyUse } from "@/lib/auth/key-use";
import { type Environment, environment, programVariables } from "@/lib/env";
import type { ApiRequest, ApiResponse } from "@/lib/http/exchange";
import { createHandler } from "@/lib/http/handle";
import { openApiText } from "@/lib/http/openapi/document";
import { rateLimit } from "@/lib/http/rate-limit";
import { prepareFirstStart } from "@/lib/operations/first-start";
import { loadSample } from "@/lib/operations/load-sample";
import { resources } from "@/lib/resources/index";
import { sampleProject } from "@/lib/resources/sample-project/sample-project";
import { sampleId } from "@/lib/resources/sample-project/sample-row";
import { describeFirstStart } from "@/lib/server/first-start-text";
import { createLog, type Log } from "@/lib/server/log";
import type { Metrics } from "@/lib/server/metrics";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/store";
import manifest from "@/package.json";

/** One deployment: the API over one database. Both adapters, Node's server and the route handler, use it. */
export interface Application {
  /** Answers a request of the API; never rejects. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  readonly settings: Environment;
  readonly log: Log;
  /** Absent unless it is turned on. */
  readonly metrics?: Metrics;
  /** Finishes what is under way and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database, lets the first people in and prints, once, what they need. Throws a `StartupError` when a
 * setting or the database does not allow it.
 */
export async function createApplication(settings: Environment): Promise<Application> {
  const { databaseUrl, queryTimeoutMs, maxBodyBytes, references } = settings;
  const ownLog = createLog(settings.logLevel);
  let isOvertaken = false;
  const store = await openStore({
    url: databaseUrl,
    readUrl: settings.databaseReadUrl,
    resources: resources.values(),
    queryTimeoutMs,
    poolSize: settings.databasePool,
    programs: programVariables(),
    onOvertaken: (error) => {
      isOvertaken = true;
      ownLog.trouble("overtaken: writes are refused until this process is restarted", error);
    },
  });
  await prepareAccounts(store);
  const metrics = settings.metrics ? await startMetrics(store) : undefined;
  const log = metrics ? counted(ownLog, metrics) : ownLog;
  const now = new Date();
  const firstStart = await prepareFirstStart(store, { ...settings, now });
  // Only what was just made is empty for certain: nothing is ever mixed into a deployment in use.
  const takesSample = settings.demo && firstStart.owner !== undefined;
  if (takesSample) await loadSample(store, sampleProject(now), now);
  const sampleProjectId = takesSample ? sampleId("project", 1) : undefined;
  process.stdout.write(describeFirstStart(firstStart, sampleProjectId));
  const handler = createHandler({
    store,
    policy: { references, publicUrl: settings.publicUrl },
    ...{ authSecret: settings.authSecret, publicUrl: settings.publicUrl },
    trustedProxies: settings.trustedProxies,
    deployment: { inMemory: databaseUrl === "memory:", version: manifest.version },
    maxBodyBytes,
    now: () => new Date(),
    log: log.request,
    corsOrigins: settings.corsOrigins,
    ...(metrics && { metrics: { ...metrics, token: settings.metricsToken } }),
    ...(settings.rateLimit && { takeShare: rateLimit(settings.rateLimit) }),
    openApi: openApiText(resources, { serverUrl: settings.publicUrl, version: manifest.version }),
  });
  const handle = metrics?.around(handler) ?? handler;
  const close = async () => {
    try {
      await flushKeyUse(store);
    } catch (error) {
      // Only a time is lost, which is no reason to fail; being replaced is none to say so.
      if (!isOvertaken) log.trouble("when keys were last used could not be written", error);
    } finally {
      await store.close();
      await log.flush();
    }
  };
  return { handle, settings, log, close, ...(metrics && { metrics }) };
}

/** Loaded only where it is turned on. */
async function startMetrics(store: Store): Promise<Metrics> {
  const { createMetrics } = await import("@/lib/server/metrics");
  return createMetrics(store, manifest.version);
}

function counted(log: Log, metrics: Metrics): Log {
  return {
    ...log,
    request: (entry) => {
      log.request(entry);
      metrics.request(entry);
    },
    turnedAway: (entry) => {
      log.turnedAway(entry);
      metrics.request(entry);
    },
  };
}

/**
 * The application of this process, made at the first call. There is one, though Next.js bundles a copy of this
 * module of its own; only under reload does a changed copy replace the application, and its in-memory records.
 */
export async function application(): Promise<Application> {
  const held = process_.tocsin;
  if (held && (held.copy === thisCopy || !environment().reload)) return held.application;
  const made = replace(held?.application);
  process_.tocsin = { copy: thisCopy, application: made };
  made.catch(() => {
    process_.tocsin = undefined;
  });
  return made;
}

interface Held {
  readonly copy: symbol;
  readonly application: Promise<Application>;
}

const thisCopy = Symbol("copy of lib/app.ts");
const process_ = globalThis as { tocsin?: Held | undefined };

async function replace(former: Promise<Application> | undefined): Promise<Application> {
  await (await former)?.close();
  return createApplication(environment());
}
