import type { JsonObject } from "@/lib/schema/json";

/** Records of one resource that every new project starts with, in the order of their positions. */
export interface StartingRecords {
  readonly path: string;
  readonly rows: readonly JsonObject[];
}

const red = "#fd625e";
const darkRed = "#b70400";
const amber = "#ffbf53";
const green = "#2ab57d";

const states: readonly JsonObject[] = [
  { name: "Identified", color: red, order: 1, isCreatedState: true },
  { name: "Acknowledged", color: amber, order: 2, isAcknowledgedState: true },
  { name: "Resolved", color: green, order: 3, isResolvedState: true },
];

/** The contents of every new project, besides its default number prefixes. */
export const newProject: readonly StartingRecords[] = [
  { path: "incident-state", rows: states },
  { path: "alert-state", rows: states },
  {
    path: "incident-severity",
    rows: [
      { name: "Critical Incident", color: darkRed, order: 1 },
      { name: "Major Incident", color: red, order: 2 },
      { name: "Minor Incident", color: amber, order: 3 },
    ],
  },
  {
    path: "alert-severity",
    rows: [
      { name: "High", color: darkRed, order: 1 },
      { name: "Low", color: amber, order: 2 },
    ],
  },
  {
    path: "monitor-status",
    rows: [
      { name: "Operational", color: green, priority: 1, isOperationalState: true },
      { name: "Degraded", color: amber, priority: 2 },
      { name: "Offline", color: red, priority: 3, isOfflineState: true },
    ],
  },
  {
    path: "incident-role",
    rows: [
      {
        name: "Incident Commander",
        color: "#a855f7",
        roleIcon: "ShieldCheck",
        isPrimaryRole: true,
        isDeleteable: false,
      },
      { name: "Responder", color: "#3b82f6", roleIcon: "Wrench" },
      { name: "Communications Lead", color: "#14b8a6", roleIcon: "Announcement" },
      {
        name: "Observer",
        color: "#6b7280",
        roleIcon: "Activity",
        canAssignMultipleUsers: true,
      },
    ],
  },
];
