import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const under = (limit: number) => {
  const program = 'import("./scripts/open-files.mjs").then((module) => module.requireOpenFiles())';
  const command = `ulimit -n ${limit}; exec "${process.execPath}" -e '${program}'`;
  return promisify(execFile)("bash", ["-c", command]);
};

test("a start that may open too few files ends with a sentence", async () => {
  const stderr =
    "This process may open 64 files and connections at once. Raise the limit to 1024 or more (ulimit -n, LimitNOFILE).\n";
  await expect(under(64)).rejects.toMatchObject({ code: 1, stderr });
});

test("a start that may open few files for connections warns and goes on", async () => {
  await expect(under(512)).resolves.toMatchObject({ stderr: expect.stringContaining("open 512") });
});

test("a start that may open many files says nothing", async () => {
  await expect(under(1_024)).resolves.toMatchObject({ stderr: "" });
});
