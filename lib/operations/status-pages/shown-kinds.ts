/** Kinds of records, besides the page itself, that status pages show or derive from. */
export const shownKinds: ReadonlySet<string> = new Set([
  ...["status-page-group", "status-page-resource", "status-page-announcement"],
  ...["status-page-history-chart-bar-color-rule", "file"],
  ...["incident", "incident-public-note", "incident-state", "incident-severity"],
  ...["incident-state-timeline", "monitor", "monitor-status", "monitor-status-timeline"],
]);
