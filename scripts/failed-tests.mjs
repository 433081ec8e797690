import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The failed tests of Vitest's JSON report: one line each, with the file, the title and the error. */
export function failedOfVitest(report) {
  return (report.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [line(file, "", message)] : [];
    return failed.map((test) => line(file, test.fullName, test.failureMessages[0]));
  });
}

/** The tests of Playwright's JSON report that failed at least once: one line each, likewise. */
export function failedOfPlaywright(report) {
  const outside = (report.errors ?? []).map(({ message }) => line("e2e", "", message));
  return [...outside, ...(report.suites ?? []).flatMap(failedOfSuite)];
}

function failedOfSuite({ suites = [], specs = [] }) {
  const failed = specs.flatMap(({ file, line: place, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => {
        const error = results.find((result) => result.error)?.error;
        return line(`e2e/${file}:${place}`, title, error?.message);
      }),
  );
  return [...failed, ...suites.flatMap(failedOfSuite)];
}

/** The first lines of a message name the assertion and both values. The lines of its stack follow. */
function line(file, title, message = "") {
  const [text] = stripVTControlCharacters(message).split(/\n\s+at /);
  return [file, title, text.slice(0, 400)]
    .map((part) => part.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean)
    .join(" › ");
}
