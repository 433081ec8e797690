import { beginning, day, type SampleRow, type Sampler, sampleId } from "./sample-row";

/** Returns a public and an internal status page, their bar colors and the internal page's users. */
export function statusPageRows({ row }: Sampler): SampleRow[] {
  const shown = pages.map((data, i) =>
    row("status-page", i + 1, beginning - 20, {
      ...data,
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
  return [...shown, ...bars, ...guests];
}

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
