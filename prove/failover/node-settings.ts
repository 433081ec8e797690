import { readFileSync } from "node:fs";

/** Ports of the parts of one node, all on 127.0.0.1. */
export interface NodePorts {
  readonly postgres: number;
  readonly patroni: number;
  readonly etcdClient: number;
  readonly etcdPeer: number;
}

/** One node of the cluster. */
export interface ClusterNode {
  readonly name: string;
  /** Contains the node's data and nothing else. */
  readonly folder: string;
  readonly ports: NodePorts;
}

/** Passwords of the cluster's accounts; `patroni` may start a switchover. */
export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
  readonly patroni: string;
}

/** Replacements in a file. Every text on the left must occur. */
type Changes = readonly (readonly [is: string, becomes: string])[];

/** Seconds without a sign of the leader before the others elect a new one; production uses more. */
const leaderLeaseSeconds = 14;

/**
 * Returns Patroni's settings of one node: the shipped ones, adapted to this machine and made
 * smaller.
 */
export function patroniSettings(
  node: ClusterNode,
  nodes: readonly ClusterNode[],
  { binFolder, passwords }: { binFolder: string; passwords: Passwords },
): string {
  return moved("patroni.yml", node, nodes, [
    ["@NAME@", node.name],
    ["@SUPERUSER_PASSWORD@", passwords.superuser],
    ["@REPLICATION_PASSWORD@", passwords.replication],
    ["@REWIND_PASSWORD@", passwords.rewind],
    ["@PATRONI_PASSWORD@", passwords.patroni],
    ["/usr/lib/postgresql/15/bin", binFolder],
    ["/var/lib/postgresql/15/tocsin", `${node.folder}/data`],
    ["/var/lib/postgresql/.pgpass-patroni", `${node.folder}/pgpass`],
    ["/var/run/postgresql", `${node.folder}\n    shared_buffers: 64MB`],
    ["10.0.0.0/24", "127.0.0.1/32"],
    // The account here may have another name than postgres.
    ["local all postgres peer", "local all postgres scram-sha-256"],
    ["ttl: 20 ", `ttl: ${leaderLeaseSeconds} `],
    ["max_connections: 200", "max_connections: 60"],
    ["wal_keep_size: 1GB", "wal_keep_size: 256MB"],
  ]);
}

/** Returns the arguments of one member of the cluster's etcd. */
export function etcdArguments(node: ClusterNode, nodes: readonly ClusterNode[]): string[] {
  const settings = moved("etcd.env", node, nodes, [
    ["@NAME@", node.name],
    ["/var/lib/etcd/tocsin", `${node.folder}/etcd`],
  ]);
  const given = [...settings.matchAll(/^ETCD_(\w+)=(.*)$/gm)].flatMap(
    ([, name = "", value = ""]) => [`--${name.toLowerCase().replaceAll("_", "-")}`, value],
  );
  return [...given, "--log-level", "error"];
}

/** Returns HAProxy's settings: one port leads to the primary, the other to the readable nodes. */
export function haproxySettings(
  nodes: readonly ClusterNode[],
  ports: { readonly write: number; readonly read: number },
): string {
  return moved("haproxy.cfg", undefined, nodes, [
    ["  user haproxy\n  group haproxy\n", ""],
    ["127.0.0.1:5000", local(ports.write)],
    ["127.0.0.1:5001", local(ports.read)],
  ]);
}

/**
 * Returns a file of `deploy/cluster` with `nodes` instead of its three machines. Throws if a text
 * to replace is missing.
 */
function moved(
  file: string,
  own: ClusterNode | undefined,
  nodes: readonly ClusterNode[],
  changes: Changes,
): string {
  let text = readFileSync(`deploy/cluster/${file}`, "utf8");
  for (const [is, becomes] of changes) {
    if (!text.includes(is)) throw new Error(`deploy/cluster/${file} does not say ${is}.`);
    text = text.replaceAll(is, becomes);
  }
  text = text.replace(
    /^(\s*server \w+ 10\.0\.0\.(\d):5432 check port) 8008$/gm,
    (_, start, place) => `${start} ${nodes[Number(place) - 1]?.ports.patroni}`,
  );
  return text.replace(/(?:@ADDRESS@|10\.0\.0\.(\d)):(\d+)/g, (_, place, port) => {
    const node = place === undefined ? own : nodes[Number(place) - 1];
    const name = services[port];
    if (!node || !name) throw new Error(`deploy/cluster/${file} names an unknown place.`);
    return local(node.ports[name]);
  });
}

/** The services on the ports in the files. */
const services: Readonly<Record<string, keyof NodePorts>> = {
  "5432": "postgres",
  "8008": "patroni",
  "2379": "etcdClient",
  "2380": "etcdPeer",
};

function local(port: number): string {
  return `127.0.0.1:${port}`;
}
