import { expect, test } from "vitest";
import { incident } from "@/lib/resources/incidents/incident";
import { csvOf } from "./report-table";

test("a table becomes CSV with its counts, without formulas and with quotes where they are needed", () => {
  const count = { resource: incident, count: 3, query: {} };
  const rows = [
    ["=1+1", 2.5, count, null],
    ['Say "hi", now', -4, count, "x"],
  ];
  expect(csvOf({ file: "x", head: ["A", "B", "C", "D"], rows })).toBe(
    'A,B,C,D\r\n\'=1+1,2.5,3,\r\n"Say ""hi"", now",-4,3,x\r\n',
  );
});
