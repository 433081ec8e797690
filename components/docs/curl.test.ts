import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { curlCommand } from "./curl";

it("is read by a shell as the request it stands for", () => {
  const body = `{"data": {"title": "It's down: $HOME \`date\` \\\\ \\"no\\""}}`;
  const command = curlCommand("http://127.0.0.1:3000/api/incident", "POST", body);
  const script = `curl() { printf '%s\\n' "$@"; }; KEY=secret; ${command}`;
  const read = execFileSync("sh", ["-c", script], { encoding: "utf8" });
  expect(read.trimEnd().split("\n")).toEqual([
    ...["-X", "POST", "http://127.0.0.1:3000/api/incident", "-H", "ApiKey: secret"],
    ...["-H", "Content-Type: application/json", "-d", body],
  ]);
});

it("sends no content type without a body", () => {
  expect(curlCommand("http://localhost/api/label/x", "DELETE", undefined)).not.toContain(
    "Content-Type",
  );
});
