import { expect, test } from "vitest";
import { misspellingsOf } from "./misspellings";

const settings = ["PORT", "HOST", "DEMO", "DATABASE_URL", "METRICS", "METRICS_TOKEN"];

test.each([
  ["DATABASE_URl", "DATABASE_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["PORTT", "PORT"],
  ["port", "PORT"],
  ["METRIC_TOKEN", "METRICS_TOKEN"],
])("%s is reported as a misspelling of %s", (name, meant) => {
  expect(misspellingsOf([name], settings)).toEqual([
    `${name} is no setting and has no effect. If ${meant} is meant, correct its name.`,
  ]);
});

test.each(["PORT", "HOME", "PATH", "HOSTNAME", "POST", "DATABASE_HOST", "PGPORT", "SUPPORT"])(
  "%s is left alone",
  (name) => {
    expect(misspellingsOf([name], settings)).toEqual([]);
  },
);
