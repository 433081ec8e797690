import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json, with a trailing slash. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a command in the project's folder without input. Resolves to its exit code and its output.
 * `show` also prints the output as it comes. A command that cannot be started resolves to code 127.
 */
export function runCommand(command, args, { env = {}, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts = [];
    for (const stream of ["stdout", "stderr"]) {
      child[stream].on("data", (part) => {
        parts.push(part);
        if (show) process[stream].write(part);
      });
    }
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: String(Buffer.concat(parts)) }));
  });
}

/** Runs the file of an installed package (`next/dist/bin/next`) with this Node. */
export function runPackage(file, args, options) {
  return runCommand(process.execPath, [`node_modules/${file}`, ...args], options);
}

/** Prints every half minute that a step is still running. Resolves to the step's result. */
export async function patiently(what, step) {
  const started = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1_000);
    process.stdout.write(`Still ${what}, ${seconds} s so far.\n`);
  }, 30_000);
  try {
    return await step;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a step silently. On failure prints the end of its output and `failure`, and ends the process
 * with 1.
 */
export async function runOrExit(step, failure) {
  const { code, output } = await step;
  if (code === 0) return;
  const tail = output.trimEnd().split("\n").slice(-30).join("\n");
  process.stderr.write(`${tail}\n\n${failure}\n`);
  process.exit(1);
}
