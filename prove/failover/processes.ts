import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ClusterNode, etcdArguments, type Passwords, patroniSettings } from "./node-settings";
import type { Programs, unprivilegedAccount } from "./programs";

type Account = ReturnType<typeof unprivilegedAccount>;

/** A program that can be restarted after it was killed. */
export class Process {
  readonly #command: string;
  readonly #parameters: readonly string[];
  readonly #account: Account;
  #child: ChildProcess | undefined;
  #said = "";

  constructor(command: string, parameters: readonly string[], account: Account) {
    this.#command = command;
    this.#parameters = parameters;
    this.#account = account;
  }

  start(): void {
    const { LANG: _, ...env } = process.env;
    const child = spawn(this.#command, this.#parameters, {
      ...this.#account,
      env: { ...env, LC_ALL: "C.UTF-8", HOME: "/nonexistent" },
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#said = (this.#said + text).slice(-4_000);
      });
    }
    child.on("error", (error) => {
      this.#said += String(error);
    });
    this.#child = child;
  }

  /** Returns the end of its output. */
  said(): string {
    return this.#said;
  }

  /** Kills it and waits for its end. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

/** Parameters of a node's processes. */
interface NodeParts {
  readonly programs: Programs;
  readonly account: Account;
  readonly binFolder: string;
  readonly passwords: Passwords;
}

/** All processes of one node: etcd, Patroni, and the PostgreSQL started by Patroni. */
export class NodeProcesses {
  readonly node: ClusterNode;
  readonly #etcd: Process;
  readonly #patroni: Process;

  constructor(node: ClusterNode, nodes: readonly ClusterNode[], parts: NodeParts) {
    const { programs, account } = parts;
    const settings = join(node.folder, "..", `${node.name}.yml`);
    writeFileSync(settings, patroniSettings(node, nodes, parts), { mode: 0o644 });
    this.node = node;
    this.#etcd = new Process(programs.path("etcd"), etcdArguments(node, nodes), account);
    this.#patroni = new Process(programs.path("patroni"), [settings], account);
  }

  start(): void {
    this.#etcd.start();
    this.#patroni.start();
  }

  said(): string {
    return `${this.node.name}: ${this.#patroni.said()}\n${this.#etcd.said()}`;
  }

  /**
   * Kills Patroni first, so that it cannot restart PostgreSQL, then PostgreSQL with all its
   * processes.
   */
  async kill(): Promise<void> {
    await this.#patroni.kill();
    for (const pid of postgresProcesses(this.node.folder)) endNow(pid);
    await this.#etcd.kill();
  }
}

/** Returns the server's process, whose id is in its data folder, and all its child processes. */
function postgresProcesses(folder: string): number[] {
  let server: number;
  try {
    server = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return [];
  }
  const isItsChild = (pid: number) => {
    try {
      const status = readFileSync(`/proc/${pid}/stat`, "utf8");
      return Number(status.slice(status.lastIndexOf(")")).split(" ")[2]) === server;
    } catch {
      return false;
    }
  };
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return [server, ...all.filter(isItsChild)];
}

function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}
