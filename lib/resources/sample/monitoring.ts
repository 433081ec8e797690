import { monitorOwnerRows } from "./monitor-owners";
import { beginning, day, type SampleRow, type Sampler, sampleId } from "./sample-row";
import { labelNumber, statusNumber } from "./settings";

const madeAt = beginning - 10;

/** Returns probes, monitors, services, how they depend, and short dips that caused no incident. */
export function monitoringRows(sampler: Sampler): SampleRow[] {
  const { row, at } = sampler;
  const sites = probes.map(([name, description], i) =>
    row("probe", i + 1, beginning - 5, {
      name,
      description,
      probeVersion: "2.4.1",
      lastAlive: at(i),
      connectionStatus: "connected",
      shouldAutoEnableProbeOnNewMonitors: i === 0,
    }),
  );
  const watched = monitors.map(([name, monitorType, target], i) =>
    row("monitor", i + 1, madeAt, {
      name,
      monitorType,
      description: `Watches ${target}.`,
      monitoringInterval: i % 3 === 0 ? "* * * * *" : "*/5 * * * *",
      monitorSteps: { target, timeoutInSeconds: 10, retries: 2 },
      currentMonitorStatusId: sampleId("monitor-status", statusNumber.operational),
      minimumProbeAgreement: 2,
      labels: [sampleId("label", i % 2 === 0 ? labelNumber.euWest : labelNumber.usEast)],
      customFields: { runbook: `https://wiki.acme.example/runbooks/${i + 1}`, tier: (i % 3) + 1 },
    }),
  );
  const owned = monitorOwnerRows(sampler, monitors.length);
  const told = row("monitor-feed", 1, madeAt - 2, {
    ...{ monitorId: sampleId("monitor", 1), postedAt: at(madeAt - 2) },
    ...{ monitorFeedEventType: "MonitorUpdated", displayColor: "#3b82f6" },
    feedInfoInMarkdown: "Checked from three regions since the move.",
  });
  return [...sites, ...watched, ...owned, told, ...serviceRows(sampler), ...dipRows(sampler)];
}

function serviceRows({ row }: Sampler): SampleRow[] {
  const parts = services.map(([name, serviceColor, techStack, description], i) =>
    row("service", i + 1, madeAt, { name, serviceColor, techStack: [...techStack], description }),
  );
  const needs = dependencies.flatMap(([service, ones]) =>
    ones.map((one) =>
      row("service-dependency", service * 10 + one, madeAt - 1, {
        serviceId: sampleId("service", service),
        dependencyServiceId: sampleId("service", one),
      }),
    ),
  );
  const watches = watching.flatMap(([service, ones]) =>
    ones.map((one) =>
      row("service-monitor", service * 20 + one, madeAt - 1, {
        serviceId: sampleId("service", service),
        monitorId: sampleId("monitor", one),
      }),
    ),
  );
  return [...parts, ...needs, ...watches];
}

/** Returns two events per dip: degraded, then operational again. */
function dipRows({ row, at }: Sampler): SampleRow[] {
  return dips.flatMap(([monitor, daysAgo, minutes, rootCause], i) => {
    const begins = daysAgo * day + 7;
    const event = (n: number, minutesAgo: number, status: number, cause: string) =>
      row("monitor-status-timeline", n, minutesAgo, {
        monitorId: sampleId("monitor", monitor),
        monitorStatusId: sampleId("monitor-status", status),
        startsAt: at(minutesAgo),
        rootCause: cause,
      });
    return [
      event(2 * i + 1, begins, statusNumber.degraded, rootCause),
      event(2 * i + 2, begins - minutes, statusNumber.operational, "Answers in time again."),
    ];
  });
}

/** Name and description of each probe. */
const probes = [
  ["Frankfurt", "Checks from the European region."],
  ["Virginia", "Checks from the American region."],
  ["Singapore", "Checks from where most app users are."],
] as const;

/** Name, type and target; numbers for `sampleId("monitor", n)` count from 1. */
const monitors = [
  ["Storefront", "Website", "https://shop.acme.example"],
  ["Checkout API", "API", "https://api.acme.example/checkout/health"],
  ["Payments gateway", "API", "https://pay.acme.example/status"],
  ["Search API", "API", "https://api.acme.example/search/health"],
  ["Sign-in", "API", "https://id.acme.example/health"],
  ["Image delivery", "Website", "https://img.acme.example/probe.webp"],
  ["Orders database", "Port", "orders-db.internal:5432"],
  ["Message queue", "Port", "queue.internal:5672"],
  ["E-mail delivery", "API", "https://mail.acme.example/health"],
  ["Mobile backend", "API", "https://app.acme.example/health"],
  ["Back office", "Website", "https://office.acme.example"],
  ["Nightly import", "Incoming Request", "the import's call at the end of each run"],
] as const;

const services = [
  ["Storefront", "#db2777", ["TypeScript", "React"], "The shop's pages."],
  ["Checkout", "#7c3aed", ["TypeScript", "NodeJS"], "Basket to order."],
  ["Payments", "#4f46e5", ["Java"], "Cards, wallets and refunds."],
  ["Search", "#0891b2", ["Go"], "Finding products."],
  ["Identity", "#2563eb", ["Kotlin"], "Accounts and sign-in."],
  ["Orders", "#b45309", ["Java"], "The record of what was bought."],
  ["Notifications", "#16a34a", ["Python"], "E-mail and push messages."],
  ["Media", "#64748b", ["Rust"], "Pictures in every size."],
] as const;

/** A service and the services it depends on. */
const dependencies: readonly (readonly [number, readonly number[]])[] = [
  [1, [2, 4, 5, 8]],
  [2, [3, 5, 6]],
  [3, [6]],
  [6, [7]],
];

/** A service and the monitors that watch it. */
const watching: readonly (readonly [number, readonly number[]])[] = [
  [1, [1]],
  [2, [2]],
  [3, [3]],
  [4, [4]],
  [5, [5, 10]],
  [6, [7, 8]],
  [7, [9]],
  [8, [6]],
];

/** Monitor, days ago, length in minutes, cause. */
const dips = [
  [4, 81.4, 22, "Index merge took longer than usual."],
  [6, 67.1, 14, "Cold cache after a deploy of the image service."],
  [9, 52.8, 41, "The mail supplier throttled us."],
  [1, 38.2, 9, "Autoscaling lagged behind a newsletter."],
  [10, 21.6, 17, "Slow start of new pods."],
  [11, 12.3, 33, "A report held locks in the back office."],
] as const;
