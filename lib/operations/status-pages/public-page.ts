/**
 * All that visitors of a status page may learn. Whatever is made for visitors is made from this
 * object alone, and nothing else of the project reaches it. Times are ISO 8601 in UTC.
 */
export interface PublicPage {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly timeZone: string;
  readonly createdAt: string;
  /** Time of the newest thing on the page. */
  readonly updatedAt: string;
  readonly logo: PublicImage | undefined;
  readonly state: PageState;
  /** Percentage over all monitors with known times. Absent: not shown, or nothing is known. */
  readonly uptime: string | undefined;
  readonly groups: readonly PublicGroup[];
  /** Newest first. */
  readonly openIncidents: readonly PublicIncident[];
  /** Resolved incidents of the history, newest first. Undefined: the page shows no incidents. */
  readonly pastIncidents: readonly PublicIncident[] | undefined;
  readonly historyDays: number;
  /** The history has earlier incidents, which `pastIncidents` lacks. */
  readonly hasEarlierIncidents: boolean;
  readonly announcements: readonly PublicAnnouncement[];
  readonly pastAnnouncements: readonly PublicAnnouncement[];
  /** Colors of the bars by class name, checked by their kind. */
  readonly barColors: readonly string[];
  /** When the page changes by time alone, in milliseconds since 1970. Absent: not soon. */
  readonly changesAt: number | undefined;
}

/** An uploaded image. Its bytes are served at an address of the page. */
export interface PublicImage {
  readonly fileId: string;
  readonly type: string;
}

/** The condition of a monitor or of a page, from best to worst. */
export type Level = "operational" | "degraded" | "down";

/** The state of the page in words. */
export interface PageState {
  readonly level: Level;
  readonly text: string;
  /** All monitors with a status are down. */
  readonly isTotal: boolean;
}

/** A heading with monitors. The first group may have no name: monitors without a group. */
export interface PublicGroup {
  readonly id: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly isExpanded: boolean;
  readonly status: PublicStatus | undefined;
  readonly uptime: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly monitors: readonly PublicMonitor[];
}

/** A monitor under the name that the page gives it. */
export interface PublicMonitor {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly explanation: string;
  readonly status: PublicStatus | undefined;
  readonly uptime: string | undefined;
  /** Oldest first. Absent: the page shows no history of this monitor. */
  readonly days: readonly PublicDay[] | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PublicStatus {
  readonly name: string;
  readonly color: string;
  readonly level: Level;
}

/** One day of a monitor's history in the time zone of the page. */
export interface PublicDay {
  /** ISO 8601, `2026-03-01`. */
  readonly date: string;
  /** Percentage with two decimals. Undefined: nothing is known. */
  readonly uptime: string | undefined;
  readonly downSeconds: number;
  /** Place of the color in `barColors`. */
  readonly color: number;
}

export interface PublicIncident {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly declaredAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Undefined while it is open, and if no event tells the time. */
  readonly resolvedAt: string | undefined;
  readonly state: PublicChoice;
  readonly phase: Phase;
  readonly severity: PublicChoice;
  readonly impact: "minor" | "major" | "critical";
  /** Ids of the page's monitors that are affected. */
  readonly monitorIds: readonly string[];
  /** Notes and changes of the state, newest first. */
  readonly updates: readonly PublicUpdate[];
  readonly postmortem: string | undefined;
}

/** The progress of an incident in the words of Statuspage. */
export type Phase = "investigating" | "identified" | "monitoring" | "resolved" | "postmortem";

/** A state or severity. */
export interface PublicChoice {
  readonly name: string;
  readonly color: string;
}

export interface PublicUpdate {
  readonly id: string;
  readonly at: string;
  readonly phase: Phase;
  /** The name of the state that began with it. Absent for a note. */
  readonly state: string | undefined;
  /** Markdown. Empty for a change of the state. */
  readonly text: string;
}

export interface PublicAnnouncement {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly from: string;
  readonly until: string | undefined;
  readonly monitorIds: readonly string[];
}
