import { timeZone } from "@/lib/resources/shared/fields";
import {
  boolean,
  color,
  date,
  file,
  json,
  longText,
  number,
  relationList,
  slug,
  text,
} from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const reach = { section: "Access" };
const shows = { section: "Shown on the page", default: true };
const hides = { ...shows, default: false };
const history = { section: "History" };
const days = { ...history, required: true, default: 14 };

export const statusPage = defineResource({
  path: "status-page",
  name: "Status Page",
  group: "status-pages",
  nav: { rank: 1, icon: "tower", key: "s" },
  publication: {
    since: "publishedAt",
    address: "/status/:slug",
    preview: "/api/status-page/:_id/preview",
    shows: [
      ...["status-page-group", "status-page-resource", "status-page-announcement"],
      ...["status-page-history-chart-bar-color-rule", "file"],
      ...["incident", "incident-public-note", "incident-state", "incident-severity"],
      ...["incident-state-timeline", "monitor", "monitor-status", "monitor-status-timeline"],
    ],
  },
  listed: ["name", "slug", "publishedAt", "isPublicStatusPage", "pageTitle", "labels", "createdAt"],
  about: "A public page that shows the status of services.",
  fields: {
    name: text({ required: true }),
    pageTitle: text({ title: "Page title" }),
    pageDescription: longText({ title: "Page description" }),
    description: longText({ help: "For your own people; visitors do not see it." }),
    slug: slug({ from: "name", headline: true, title: "Address" }),
    labels: relationList("label"),
    logoFileId: file({ title: "Logo" }),
    publishedAt: date({
      ...{ ...reach, title: "Published" },
      help: "Empty: nothing is shown at the address of the page.",
    }),
    isPublicStatusPage: boolean({
      ...{ ...reach, default: true, title: "Public" },
      headline: { yes: "Public", no: "Private" },
    }),
    requireSsoForLogin: boolean({
      ...reach,
      required: true,
      default: false,
      title: "Single sign-on only",
    }),
    enableSubscribers: boolean({ ...reach, default: true, title: "Accepts subscribers" }),
    showSubscriberPageOnStatusPage: boolean({ ...shows, title: "Subscribe page" }),
    showIncidentsOnStatusPage: boolean({ ...shows, title: "Incidents" }),
    showEpisodesOnStatusPage: boolean({ ...shows, title: "Episodes" }),
    showAnnouncementsOnStatusPage: boolean({ ...shows, title: "Announcements" }),
    showScheduledMaintenanceEventsOnStatusPage: boolean({
      ...shows,
      title: "Scheduled maintenance",
    }),
    showIncidentLabelsOnStatusPage: boolean({ ...hides, title: "Incident labels" }),
    showEpisodeLabelsOnStatusPage: boolean({ ...hides, title: "Episode labels" }),
    showScheduledEventLabelsOnStatusPage: boolean({
      ...hides,
      title: "Maintenance labels",
    }),
    showOverallUptimePercentOnStatusPage: boolean({
      ...hides,
      title: "Overall uptime",
    }),
    showIncidentHistoryInDays: number({
      ...days,
      title: "Incidents (days)",
    }),
    showEpisodeHistoryInDays: number({ ...history, default: 14, title: "Episodes (days)" }),
    showAnnouncementHistoryInDays: number({
      ...days,
      title: "Announcements (days)",
    }),
    showScheduledEventHistoryInDays: number({
      ...days,
      title: "Maintenance (days)",
    }),
    timeZone: text({
      ...{ ...history, ...timeZone },
      help: "The page shows times and divides days in this zone.",
    }),
    defaultBarColor: color({ ...history, title: "Bar color" }),
    downtimeMonitorStatuses: relationList("monitor-status", {
      ...history,
      title: "Counts as downtime",
    }),
    customFields: json({ title: "Custom fields" }),
  },
});
