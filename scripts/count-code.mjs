import { parseArgs } from "node:util";
import { runCommand } from "./run-command.mjs";

const { values } = parseArgs({ options: { at: { type: "string", default: "" } } });
const texts = await productTexts(values.at);
const lines = texts.flatMap((text) => text.replace(/\n$/, "").split("\n"));
const code = texts.flatMap((text) => codeLines(text));
process.stdout.write(
  `${texts.length} files, ${lines.length} lines, ${code.length} without blank and comment lines\n`,
);

/**
 * Returns the texts of the product's source files: of a commit, or with "" of the working tree with
 * its new files.
 */
async function productTexts(commit) {
  const product = ["lib", "app", "components"].flatMap((folder) => [
    `:(glob)${folder}/**/*.ts`,
    `:(glob)${folder}/**/*.tsx`,
  ]);
  const tests = ["*.test.ts", "*.test.tsx", "lib/store/testing"].map((path) => `:(exclude)${path}`);
  const which = commit === "" ? ["--untracked"] : [commit];
  // An empty pattern matches every line. A NUL separates the file from the line.
  const args = ["grep", "-z", "-I", "-e", "", ...which, "--", ...product, ...tests];
  const { code, output } = await runCommand("git", args);
  if (code !== 0) throw new Error(output);
  const files = new Map();
  for (const line of output.split("\n").slice(0, -1)) {
    const [file, text] = line.split("\0");
    files.set(file, `${files.get(file) ?? ""}${text}\n`);
  }
  return [...files.values()];
}

/** Returns the lines of a source file that hold code: no blank line, no line that only comments. */
function codeLines(text) {
  const bare = text.replace(/^\s*\/\*[\s\S]*?\*\/[ \t]*$/gm, "").replace(/^\s*\/\/.*$/gm, "");
  return bare.split("\n").filter((line) => line.trim() !== "");
}
