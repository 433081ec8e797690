import { describe, expect, it } from "vitest";
import { resourceAt } from "@/lib/resources";
import { incident } from "@/lib/resources/incidents/incident";
import { fieldTitle } from "@/lib/schema/title";
import { knownValues, nameCompletions, typingAt } from "./completion";
import { vocabularyOf } from "./vocabulary";

const vocabulary = vocabularyOf(incident, fieldTitle, resourceAt);

/** The text typed before the caret, which "|" stands for. */
function at(marked: string) {
  const caret = marked.indexOf("|");
  return typingAt(marked.replace("|", ""), caret, vocabulary);
}

function names(marked: string) {
  const typing = at(marked);
  return (
    typing && nameCompletions(incident, typing, resourceAt).map(({ name, sign }) => name + sign)
  );
}

describe("the name of a field is completed", () => {
  it.each([
    ["sev|", "severity:"],
    ["state:open (sev|", "severity:"],
    ["not dec|", "declared:"],
    ["severity:critical or acknowledged-a|", "acknowledged-after:"],
    ["no:sev|", "severity"],
    ["monitors.na|", "name:"],
    ["own|", "owner:"],
  ])("%s", (marked, expected) => {
    expect(names(marked)?.[0]?.replace(/[:<>=~!]+$/, "")).toBe(expected.replace(/:$/, ""));
    if (marked.startsWith("no:")) expect(names(marked)?.[0]).toBe(expected);
  });

  it("a blank offers the first fields, a part within a name is found too", () => {
    expect(names("|")).toHaveLength(8);
    expect(names("everi|")).toEqual([expect.stringMatching(/^severity/)]);
    expect(names("nothing-like-it|")).toEqual([]);
  });
});

describe("a value is completed", () => {
  it.each([
    ["severity:cri|", "cri", "cri", ["incident-severity"]],
    ["severity:critical,ma|", "ma", "ma", ["incident-severity"]],
    ['labels:"long na|', "long na", '"long na', ["label"]],
    ["state!=|", "", "", ["incident-state"]],
    ["monitors.status:off|", "off", "off", ["monitor-status"]],
  ])("%s", (marked, typed, replaced, paths) => {
    const typing = at(marked);
    expect(typing?.typed).toBe(typed);
    const text = marked.replace("|", "");
    expect(text.slice(typing?.from, typing?.to)).toBe(replaced);
    const { expects } = typing ?? {};
    if (expects?.kind !== "value") throw new Error("A value is expected.");
    expect(knownValues(incident, expects.place, resourceAt).paths).toEqual(paths);
  });

  it("in a range, its second value", () => {
    expect(at("declared:-7d..to|")).toMatchObject({ typed: "to", from: 14 });
  });

  it.each(["nothing:x|", "custom-fields.region:e|", 'severity:"done"|', "state=x y|z:"])(
    "nothing is completed in %s",
    (marked) => {
      const typing = at(marked);
      if (typing?.expects.kind === "value") throw new Error("No value is expected.");
    },
  );
});
