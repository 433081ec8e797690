import { cpus, totalmem } from "node:os";
import Sqlite from "better-sqlite3";
import { type Measured, ratioOf } from "./drive";

/** Returns lines of aligned text: the first column on the left, the others on the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  const rule = widths.map((width) => "-".repeat(width));
  return [header, rule, ...rows]
    .map((line) =>
      line
        .map((text, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? text.padEnd(width) : text.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns a number with `digits` decimals and thousands separators. */
export function figure(value: number | undefined, digits = 0): string {
  if (value === undefined) return "-";
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Returns the heading of the table beside a server named `other`; `caseLine` makes its rows. */
export function caseHeader(other: string): string[] {
  return [
    ...["", "req/s", other, "ratio", "aim", ""],
    ...["p50 ms", other, "p99 ms", other, "CPU us", other, "bytes", other],
  ];
}

/** Returns the row of one case: both rates, their ratio, and the other measures. */
export function caseLine(name: string, aim: number, one: Measured, other: Measured): string[] {
  const ratio = ratioOf(one, other, (round) => round.perSecond);
  const [ours, floor] = [one.median, other.median];
  return [
    name,
    figure(ours.perSecond),
    figure(floor.perSecond),
    figure(ratio, 2),
    figure(aim, 1),
    ratio >= aim ? "ok" : "MISSED",
    ...[figure(ours.p50, 2), figure(floor.p50, 2), figure(ours.p99, 2), figure(floor.p99, 2)],
    ...[figure(ours.cpuMicros), figure(floor.cpuMicros), figure(ours.bytes), figure(floor.bytes)],
  ];
}

/** Returns whether a number is at or below its limit. */
export function verdict(value: number, limit: number): string {
  return value <= limit ? "ok" : "MISSED";
}

/** Describes the machine of the measurement. */
export function machine(): string {
  const [first] = cpus();
  const db = new Sqlite(":memory:");
  const sqlite = String(db.prepare("select sqlite_version()").pluck().get());
  db.close();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${first?.model ?? "unknown processor"}, ${cpus().length} cores, ${memory} GB; Node ${process.versions.node}, SQLite ${sqlite}, ${process.platform}`;
}
