import { accessLogRetention } from "@/lib/auth/access-log/access-log-retention";
import { flushRefusals } from "@/lib/auth/access-log/refusals";
import { flushGuesses } from "@/lib/auth/guesses/account-guesses";
import { flushKeyUse } from "@/lib/auth/keys/key-use";
import { expiredRows } from "@/lib/auth/sessions/expired-rows";
import { type Environment, environment, programVariables } from "@/lib/env";
import { type CallerTags, callerTags } from "@/lib/http/guard/caller-tags";
import { rateLimits } from "@/lib/http/guard/rate-limit";
import { createHandler } from "@/lib/http/handle";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { openApiTexts } from "@/lib/http/openapi/document-texts";
import { Runner } from "@/lib/jobs/runner";
import { countedLog } from "@/lib/observability/counted-log";
import { jobReports } from "@/lib/observability/job-reports";
import { createLog, type Log } from "@/lib/observability/log";
import type { Metrics } from "@/lib/observability/metrics";
import { prepareFirstStart } from "@/lib/operations/deployment/first-start";
import { describeFirstStart } from "@/lib/operations/deployment/first-start-text";
import { loadSample } from "@/lib/operations/deployment/load-sample";
import { sampleAccounts } from "@/lib/operations/people/account-origins";
import { keepSampleSalt, newSampleSalt } from "@/lib/operations/people/sample-people";
import { projectRemoval } from "@/lib/operations/project-removal/removal-job";
import { resources } from "@/lib/resources/index";
import { sampleProject } from "@/lib/resources/sample/sample-project";
import { fixedSalt, sampleId } from "@/lib/resources/sample/sample-row";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import type { OnProgress } from "@/lib/store/upgrade/progress";
import manifest from "@/package.json";

/** One deployment: the API over one database. Node's server and the route handler both use it. */
export interface Application {
  /** Answers a request of the API; never rejects. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Determines which caller a request counts for. */
  readonly tags: CallerTags;
  readonly settings: Environment;
  readonly log: Log;
  /** Absent unless enabled. */
  readonly metrics?: Metrics;
  /** Prepares, in small steps, the parts that the first requests would wait for. */
  warmUp(): Promise<unknown>;
  /** Makes `/readyz` return 503, so that proxies send requests to other processes. */
  beginStopping(): void;
  /** Returns true once the process was told to stop. */
  isStopping(): boolean;
  /** Finishes work in progress and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database, creates the first owner and prints, once, their credentials. Throws a
 * `StartupError` when a setting or the database prevents it.
 */
export async function createApplication(
  settings: Environment,
  onProgress?: OnProgress,
): Promise<Application> {
  const { databaseUrl, queryTimeoutMs, maxBodyBytes, references, publicUrl } = settings;
  const ownLog = createLog(settings.logLevel);
  let isSuperseded = false;
  const store = await openStore({
    url: databaseUrl,
    readUrl: settings.databaseReadUrl,
    mayCreate: settings.databaseCreate,
    onProgress,
    onDoubt: (warning) => ownLog.warn(warning),
    resources: resources.values(),
    queryTimeoutMs,
    poolSize: settings.databasePool,
    programs: programVariables(),
    onSchemaSuperseded: (error) => {
      isSuperseded = true;
      ownLog.trouble("overtaken: writes are refused until this process is restarted", error);
    },
  });
  const metrics = settings.metrics ? await startMetrics(store) : undefined;
  const log = metrics ? countedLog(ownLog, metrics) : ownLog;
  const now = new Date();
  const firstStart = await prepareFirstStart(store, { ...settings, now });
  // Only a new deployment is certainly empty. Sample data is never mixed into one in use.
  const takesSample = settings.demo && firstStart.owner !== undefined;
  const sampleProjectId = takesSample ? await addSample(store, settings, now) : undefined;
  process.stdout.write(describeFirstStart(firstStart, sampleProjectId));
  await reportSampleAccounts(store, log);
  const tags = callerTags(settings);
  const { version } = manifest;
  const openApi = openApiTexts(resources, { serverUrl: publicUrl, version });
  const { isStopping, beginStopping } = stoppingSwitch();
  const handler = createHandler({
    store,
    policy: { references, publicUrl },
    ...{ authSecret: settings.authSecret, publicUrl, maxBodyBytes },
    trustedProxies: settings.trustedProxies,
    deployment: { inMemory: databaseUrl === "memory:", version },
    now: () => new Date(),
    isStopping,
    ...{ log: log.request, corsOrigins: settings.corsOrigins },
    securityContact: settings.securityContact,
    ...(metrics && { metrics: { ...metrics, token: settings.metricsToken } }),
    ...(settings.rateLimit && { limits: rateLimits(settings.rateLimit) }),
    tags,
    openApi,
  });
  const handle = metrics?.around(handler) ?? handler;
  const runner = new Runner({
    store,
    kinds: [projectRemoval, accessLogRetention(settings.accessLogDays), expiredRows],
    reports: jobReports(log, metrics, () => isSuperseded),
  });
  const close = async () => {
    await runner.stop();
    const failed = await flushCounts(store);
    // A superseded process does not report this.
    if (failed && !isSuperseded) log.trouble(unwrittenCounts, failed.reason);
    await store.close();
    await log.flush();
  };
  const warmUp = openApi({ spellings: "one" });
  const parts = { handle, tags, settings, log, warmUp, beginStopping, isStopping, close };
  return { ...parts, ...(metrics && { metrics }) };
}

const unwrittenCounts = "when keys were last used or what was refused could not be written";

/** Writes the counts held in memory and returns the first failure, which loses only counts. */
async function flushCounts(store: Store): Promise<PromiseRejectedResult | undefined> {
  const flushes = [flushKeyUse, flushRefusals, flushGuesses];
  const flushed = await Promise.allSettled(flushes.map((flush) => flush(store)));
  return flushed.find((one) => one.status === "rejected");
}

function stoppingSwitch() {
  let isOn = false;
  const beginStopping = () => {
    isOn = true;
  };
  return { isStopping: () => isOn, beginStopping };
}

/** Fills the database with the sample project and returns the project's id. */
async function addSample(store: Store, { sampleIds }: Environment, now: Date): Promise<string> {
  const salt = sampleIds === "fixed" ? fixedSalt : newSampleSalt();
  await store.write((writer) => keepSampleSalt(writer, salt));
  await loadSample(store, sampleProject(now, salt), now);
  return sampleId("project", 1, salt);
}

/** Earlier versions let an invitation or reset link create an account for a sample user. */
async function reportSampleAccounts(store: Store, log: Log): Promise<void> {
  for (const email of await sampleAccounts(store)) {
    log.info(
      `${email} is a person of the sample project and has an account. Disable it on the People page unless you know who uses it.`,
    );
  }
}

/** Loads the metrics only if they are enabled. */
async function startMetrics(store: Store): Promise<Metrics> {
  const { createMetrics } = await import("@/lib/observability/metrics");
  return createMetrics(store, manifest.version);
}

/**
 * Returns the application of this process, created at the first call. It is shared, although
 * Next.js bundles its own copy of this module. Only under reload, a changed copy replaces the
 * application and its in-memory data.
 */
export async function application(onProgress?: OnProgress): Promise<Application> {
  const held = process_.tocsin;
  if (held && (held.copy === thisCopy || !environment().reload)) return held.application;
  const made = replace(held?.application, onProgress);
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

async function replace(
  former: Promise<Application> | undefined,
  onProgress?: OnProgress,
): Promise<Application> {
  await (await former)?.close();
  return createApplication(environment(), onProgress);
}
