import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { freePort } from "@/tests/server/free-port";
import { type ClusterNode, haproxySettings, type Passwords } from "./node-settings";
import { NodeProcesses, Process } from "./processes";
import { findPrograms, unprivilegedAccount } from "./programs";

/** A PostgreSQL cluster of three nodes on this machine: Patroni over etcd, behind HAProxy. */
export interface Cluster {
  /** URL of the primary, and of the readable nodes, both through HAProxy. */
  readonly writeUrl: string;
  readonly readUrl: string;
  /** All nodes in one URL, for a client that finds the writable one itself. */
  readonly nodesUrl: string;
  readonly nodes: readonly string[];
  /** Returns the name of the primary; undefined while there is none. */
  leader(): Promise<string | undefined>;
  /** Returns the nodes whose commits are waited for. */
  synchronous(): Promise<readonly string[]>;
  /** Kills all processes of a node at once, like a power loss of its machine. */
  kill(name: string): Promise<void>;
  /** Restarts a killed node. */
  revive(name: string): Promise<void>;
  /** Hands the leadership over in an orderly way; resolves once Patroni reports completion. */
  switchover(): Promise<string>;
  /**
   * Waits until there is a leader and another node holds all its acknowledged writes. Throws after
   * `timeoutMs`.
   */
  untilWhole(timeoutMs: number): Promise<void>;
}

const database = "postgres";

/**
 * Starts the cluster in its own folder, which is removed at the end of the run with all processes.
 * Takes half a minute. Throws the output of the parts if one does not start.
 */
export async function startCluster(run: Run): Promise<Cluster> {
  const programs = findPrograms();
  const account = unprivilegedAccount();
  const folder = run.folder();
  chmodSync(folder, 0o755);
  const own = (path: string) => account && chownSync(path, account.uid, account.gid);
  own(folder);
  const passwords = newPasswords();
  const nodes: ClusterNode[] = [];
  for (const name of ["one", "two", "three"]) nodes.push(await newNode(name, folder, own));
  const ports = { write: await freePort(), read: await freePort() };
  const settings = join(folder, "haproxy.cfg");
  writeFileSync(settings, haproxySettings(nodes, ports));
  own(settings);
  const binFolder = dirname(programs.path("postgres"));
  const members = nodes.map(
    (node) => new NodeProcesses(node, nodes, { programs, account, binFolder, passwords }),
  );
  const proxy = new Process(programs.path("haproxy"), ["-f", settings, "-db"], account);
  const byName = (name: string) => {
    const member = members.find(({ node }) => node.name === name);
    if (member === undefined) throw new Error(`There is no node ${name}.`);
    return member;
  };
  run.onEnd(() => Promise.all([proxy, ...members].map((one) => one.kill())));
  const login = `postgres://postgres:${passwords.superuser}@`;
  const cluster: Cluster = {
    writeUrl: `${login}127.0.0.1:${ports.write}/${database}`,
    readUrl: `${login}127.0.0.1:${ports.read}/${database}`,
    nodesUrl: `${login}${nodes.map((one) => `127.0.0.1:${one.ports.postgres}`).join(",")}/${database}`,
    nodes: nodes.map(({ name }) => name),
    leader: async () => (await membersOf(nodes)).find(isLeader)?.name,
    synchronous: async () =>
      (await membersOf(nodes))
        .filter(({ role }) => role === "sync_standby")
        .map(({ name }) => name),
    kill: (name) => byName(name).kill(),
    revive: async (name) => {
      const member = byName(name);
      run.onEnd(() => member.kill());
      member.start();
    },
    switchover: () => switchover(nodes, passwords),
    untilWhole: (timeoutMs) => untilWhole(nodes, timeoutMs, () => members.map((one) => one.said())),
  };
  for (const member of members) member.start();
  proxy.start();
  await cluster.untilWhole(90_000);
  return cluster;
}

async function newNode(
  name: string,
  folder: string,
  own: (path: string) => void,
): Promise<ClusterNode> {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  own(home);
  const ports = {
    postgres: await freePort(),
    patroni: await freePort(),
    etcdClient: await freePort(),
    etcdPeer: await freePort(),
  };
  return { name, folder: home, ports };
}

/** The state of a node as Patroni reports it. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

const isLeader = ({ role, state }: Member) => role === "leader" && state === "running";

/** Returns the first response of any running node; empty if none is running. */
async function membersOf(nodes: readonly ClusterNode[]): Promise<readonly Member[]> {
  for (const { ports } of nodes) {
    try {
      const reply = await fetch(`http://127.0.0.1:${ports.patroni}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      });
      return ((await reply.json()) as { members?: Member[] }).members ?? [];
    } catch {
      // Try the next node.
    }
  }
  return [];
}

async function untilWhole(
  nodes: readonly ClusterNode[],
  timeoutMs: number,
  said: () => readonly string[],
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const members = await membersOf(nodes);
    const up = members.filter(({ state }) => state === "running" || state === "streaming");
    const isSynchronous = members.some(({ role }) => role === "sync_standby");
    if (members.some(isLeader) && isSynchronous && up.length === nodes.length) return;
    if (performance.now() > deadline) {
      throw new Error(`The cluster is not whole: ${JSON.stringify(members)}\n${said().join("\n")}`);
    }
    await pause(250);
  }
}

async function switchover(nodes: readonly ClusterNode[], { patroni }: Passwords): Promise<string> {
  const members = await membersOf(nodes);
  const leader = members.find(isLeader);
  const candidate = members.find(({ role }) => role === "sync_standby");
  const node = nodes.find(({ name }) => name === leader?.name);
  if (!leader || !candidate || !node) throw new Error("There is nobody to hand over to.");
  const reply = await fetch(`http://127.0.0.1:${node.ports.patroni}/switchover`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`patroni:${patroni}`)}` },
    body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`Patroni refused the switchover: ${text}`);
  return candidate.name;
}

function newPasswords(): Passwords {
  const one = () => randomBytes(16).toString("hex");
  return { superuser: one(), replication: one(), rewind: one(), patroni: one() };
}
