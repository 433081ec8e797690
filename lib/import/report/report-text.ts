import type { Issue } from "@/lib/import/state/tally";
import { contradictionsIn, type KindReport, number, type Report } from "./report";

/** Returns the report for the operator: a table of all kinds, then all that was not taken and why. */
export function reportText(report: Report, isDryRun: boolean): string {
  const taken = report.kinds.reduce((sum, { tally }) => sum + tally.taken, 0);
  const wrong = contradictionsIn(report);
  const sections = [
    tableOf(report.kinds),
    section("Not taken as a whole:", report.kinds.flatMap(refusedKind)),
    section(
      "Kinds that Tocsin does not have:",
      report.otherKinds.map(({ path, count }) => `${path}: ${number(count)}`),
    ),
    section(
      "Columns that the source lacks or the key may not read:",
      report.kinds.flatMap(unreadable),
    ),
    section("Records that were not taken:", issuesOf(report.kinds, "record")),
    section(
      "Values that were left out; their records were taken:",
      issuesOf(report.kinds, "value"),
    ),
    section("Changed since they were taken:", report.kinds.flatMap(changedSince)),
    section("Changed:", issuesOf(report.kinds, "changed")),
    section(
      "References that lead nowhere here; their ids were taken:",
      Object.entries(report.references).flatMap(([name, issues]) =>
        issues.map((one) => lineOf(name, one)),
      ),
    ),
    section("To do:", remarks(report)),
    section("NOT AS IN THE SOURCE:", wrong),
  ];
  const outcome = isDryRun
    ? `${number(taken)} records would be taken. Nothing was written.`
    : `${number(taken)} records were taken into the project "${report.project.name}".`;
  const verdict =
    wrong.length === 0
      ? "The counts and the records that were compared agree with the source."
      : `${number(wrong.length)} contradictions, see above. Records that were added or deleted in the source meanwhile cause them too: --into-existing takes what is missing.`;
  return [...sections.filter((one) => one !== ""), outcome, verdict].join("\n\n");
}

const heads = ["kind", "in the source", "taken", "here before", "not taken", "compared"];

function tableOf(kinds: readonly KindReport[]): string {
  const rows = kinds
    .filter(({ tally }) => tally.position > 0)
    .map(({ name, tally, comparison }) => [
      name,
      number(comparison?.inSource ?? tally.inSource ?? 0),
      ...[tally.taken, tally.present, tally.refused, comparison?.compared ?? 0].map(number),
    ]);
  const all = [heads, ...rows];
  const widths = heads.map((_, place) => Math.max(...all.map((row) => row[place]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, place) =>
          place === 0 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0),
        )
        .join("  "),
    )
    .join("\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

function refusedKind({ name, tally }: KindReport): string[] {
  return tally.kindRefused === undefined ? [] : [`${name}: ${tally.kindRefused}`];
}

function unreadable({ name, tally }: KindReport): string[] {
  return tally.unreadable.length === 0 ? [] : [`${name}: ${tally.unreadable.join(", ")}`];
}

function issuesOf(kinds: readonly KindReport[], what: Issue["what"]): string[] {
  return kinds.flatMap(({ name, tally }) =>
    tally.issues.filter((one) => one.what === what).map((one) => lineOf(name, one)),
  );
}

function changedSince({ name, tally: { changedThere, changedHere } }: KindReport): string[] {
  const changed = (count: number, what: string, one: string, many: string) => {
    if (count === 0) return [];
    return [
      count === 1
        ? `${name}: 1 record ${what} since it was taken. It ${one}.`
        : `${name}: ${number(count)} records ${what} since they were taken. They ${many}.`,
    ];
  };
  const there = "changed in the source";
  return [
    ...changed(changedThere, there, "was left as it is here", "were left as they are here"),
    ...changed(changedHere, "changed here", "was not compared", "were not compared"),
  ];
}

const shownExamples = 3;

function lineOf(name: string, { column, why, count, examples }: Issue): string {
  const shown = examples.slice(0, shownExamples).join(", ");
  const more = count > shownExamples ? ", …" : "";
  return `${name}${column === undefined ? "" : `.${column}`}: ${number(count)} × ${why} (${shown}${more})`;
}

function remarks({ kinds }: Report): string[] {
  const found = (name: string) => kinds.find((one) => one.name === name)?.tally.taken ?? 0;
  const people = found("user") + found("people of teams");
  const visitors = found("status-page-private-user");
  return [
    ...(people > 0
      ? [
          `${number(people)} people are in the project without permissions and cannot sign in. Invite those who are to work here.`,
        ]
      : []),
    ...(visitors > 0
      ? [`${number(visitors)} private users of status pages need a new password: none can be read.`]
      : []),
    "API keys were not taken. Create new ones, with the dialect oneuptime for programs written for OneUptime.",
  ];
}
