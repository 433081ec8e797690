import type { Counts, Field } from "@/lib/schema/field";
import {
  boolean,
  color,
  derivedSeconds,
  longText,
  markdown,
  number,
  relation,
  relationList,
  slug,
  text,
  textList,
} from "@/lib/schema/fields";

type Fields = Readonly<Record<string, Field>>;

/** The name of a record, its name in addresses, and what it is for. */
export const described: Fields = {
  name: text({ required: true }),
  slug: slug({ from: "name" }),
  description: longText(),
};

/** A described value that shows in its own color. */
export const colored: Fields = { ...described, color: color({ required: true }) };

/** The permissions that a membership, invitation or key gives. */
export const permissions = textList({
  required: true,
  names: "permissions",
  help: "Roles and permission titles.",
});

/** The options of a text with a time zone of the IANA database. `checkTimeZone` refuses other names. */
export const timeZone = {
  default: "UTC",
  title: "Time zone",
  suggestions: ["UTC", "Europe/London", "Europe/Berlin", "America/New_York"],
} as const;

interface Numbering extends Omit<Counts, "prefixed"> {
  readonly help?: string;
}

/** Returns a number that is counted per project, and beside it the same number with its prefix. */
export function numbered(name: string, { help, ...counts }: Numbering): Fields {
  const prefixed = `${name}WithPrefix`;
  return {
    [name]: number({ title: "Number", ...(help && { help }), counts: { prefixed, ...counts } }),
    [prefixed]: text({ writtenBy: "server", title: "Number with prefix" }),
  };
}

export const numberHelp =
  "Incremented per project. A number you send (1 to 1,000,000,000) is kept, even if it is not unique.";

const response = { section: "Response" };

/** The policies by which users are notified of a record. */
export const onCallDutyPolicies = relationList("on-call-duty-policy", {
  ...response,
  title: "On-call policies",
});

/** The users who handle an episode, and their findings. */
export const episodeResponse: Fields = {
  labels: relationList("label"),
  assignedToUser: relation("user", { ...response, title: "Assigned to" }),
  assignedToTeam: relation("team", { ...response, title: "Assigned to team" }),
  onCallDutyPolicies,
  rootCause: markdown({ ...response, title: "Root cause" }),
  remediationNotes: markdown({ ...response, title: "Remediation" }),
};

/**
 * Seconds from the beginning of a record with a lifecycle until it was taken on and resolved. The
 * store keeps them (decision 101).
 */
export const lifecycleDurations: Fields = {
  acknowledgedAfterSeconds: derivedSeconds({ title: "Acknowledged after" }),
  resolvedAfterSeconds: derivedSeconds({ title: "Resolved after" }),
};

const grouping = { section: "Grouping" };

/** How the records of an episode were grouped. */
export const episodeGrouping: Fields = {
  isManuallyCreated: boolean({ ...grouping, required: true, default: false, title: "By hand" }),
  titleTemplate: longText({ ...grouping, title: "Title template" }),
  descriptionTemplate: longText({ ...grouping, title: "Description template" }),
  groupingKey: longText({ ...grouping, title: "Grouping key" }),
};

/** The choice of what a status page shows about the uptime of monitors. */
export const uptimeShown: Fields = {
  showCurrentStatus: boolean({ default: true, title: "Shows status" }),
  showUptimePercent: boolean({ default: false, title: "Shows uptime" }),
  uptimePercentPrecision: text({
    title: "Precision of uptime",
    suggestions: [
      "99% (No Decimal)",
      "99.9% (One Decimal)",
      "99.99% (Two Decimal)",
      "99.999% (Three Decimal)",
    ],
  }),
};
