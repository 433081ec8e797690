import { beginning, day, type SampleRow, type Sampler, sampleId } from "./sample-row";

/**
 * Returns a published page and a private one that is not published, their contents and bar colors,
 * and the users of the private page.
 */
export function statusPageRows(sampler: Sampler): SampleRow[] {
  const { row, at } = sampler;
  const shown = pages.map((data, i) =>
    row("status-page", i + 1, beginning - 20, {
      ...data,
      ...(data.isPublicStatusPage && { publishedAt: at(beginning - 20) }),
      downtimeMonitorStatuses: [sampleId("monitor-status", 3)],
      defaultBarColor: "#2ab57d",
    }),
  );
  const bars = pages.flatMap((_, page) =>
    colors.map(([uptime, barColor], i) =>
      row("status-page-history-chart-bar-color-rule", page * 10 + i + 1, beginning - 21, {
        statusPageId: sampleId("status-page", page + 1),
        uptimePercentGreaterThanOrEqualTo: uptime,
        barColor,
        order: i + 1,
      }),
    ),
  );
  const guests = visitors.map(([email, isSsoUser], i) =>
    row("status-page-private-user", i + 1, (90 - i * 11) * day, {
      statusPageId: sampleId("status-page", 2),
      email,
      isSsoUser,
    }),
  );
  return [...shown, ...bars, ...guests, ...contentRows(sampler)];
}

/** Returns the groups and monitors of the pages, and an announcement. */
function contentRows({ row, at }: Sampler): SampleRow[] {
  const statusPageId = sampleId("status-page", 1);
  const headings = groups.map(({ name, description }, i) =>
    row("status-page-group", i + 1, beginning - 22, { statusPageId, name, description }),
  );
  const shown = groups.flatMap(({ monitors }, group) =>
    monitors.map(([monitor, displayName, displayDescription]) =>
      row("status-page-resource", monitor, beginning - 23, {
        ...{ statusPageId, displayName, displayDescription, showUptimePercent: true },
        monitorId: sampleId("monitor", monitor),
        statusPageGroupId: sampleId("status-page-group", group + 1),
      }),
    ),
  );
  const forPartners = partnerMonitors.map(([monitor, displayName]) =>
    row("status-page-resource", 100 + monitor, beginning - 23, {
      ...{ statusPageId: sampleId("status-page", 2), displayName },
      monitorId: sampleId("monitor", monitor),
    }),
  );
  const announcement = row("status-page-announcement", 1, 2 * day, {
    statusPages: [statusPageId],
    title: "Faster pictures",
    description: "Pictures of the shop now come from **two more cities**. You need to do nothing.",
    showAnnouncementAt: at(2 * day),
    endAnnouncementAt: at(-5 * day),
  });
  return [...headings, ...shown, ...forPartners, announcement];
}

/** The groups of the public page, with number, name and description of each monitor. */
const groups = [
  {
    name: "Shop",
    description: "What customers see.",
    monitors: [
      [1, "Shop", "Pages of products, basket and account."],
      [4, "Search", ""],
      [6, "Pictures", ""],
      [10, "Apps", "For iOS and Android."],
    ],
  },
  {
    name: "Orders and payments",
    description: "From the basket to the receipt.",
    monitors: [
      [2, "Checkout", ""],
      [3, "Payments", "Cards, wallets and invoices."],
      [5, "Sign-in", ""],
      [9, "E-mail", "Receipts and sign-in codes."],
    ],
  },
] as const;

const partnerMonitors = [
  [2, "Partner API"],
  [12, "Imports"],
] as const;

const pages = [
  {
    name: "Acme Status",
    pageTitle: "Acme Status",
    pageDescription: "How the shop, the apps and the API are doing.",
    isPublicStatusPage: true,
    showOverallUptimePercentOnStatusPage: true,
  },
  {
    name: "Partner Status",
    pageTitle: "Acme for partners",
    pageDescription: "Feeds, imports and the partner API.",
    isPublicStatusPage: false,
    showIncidentHistoryInDays: 30,
  },
];

/** Minimum uptime and color, from best to worst. The first that a day's uptime reaches applies. */
const colors = [
  [99.9, "#2ab57d"],
  [99, "#8fd6b4"],
  [95, "#ffbf53"],
  [0, "#fd625e"],
] as const;

const visitors = [
  ["ops@northwind.example", false],
  ["helena.berg@northwind.example", true],
  ["it@fabrikam.example", false],
  ["noc@contoso.example", true],
  ["j.dupont@contoso.example", false],
] as const;
