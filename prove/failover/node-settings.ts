import { readFileSync } from "node:fs";

/** Where the parts of one node listen, all on 127.0.0.1. */
export interface NodePorts {
  readonly postgres: number;
  readonly patroni: number;
  readonly etcdClient: number;
  readonly etcdPeer: number;
}

/** One node of the cluster. */
export interface ClusterNode {
  readonly name: string;
  /** Holds the node's data and nothing else. */
  readonly folder: string;
  readonly ports: NodePorts;
}

/** The passwords of the cluster's accounts; `patroni` is for those who may hand over. */
export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
  readonly patroni: string;
}

/** What is put in the place of what a file says. Everything on the left must be there. */
type Changes = readonly (readonly [is: string, becomes: string])[];

/** Seconds that a leader may be silent before the others choose a new one; an operator's cluster takes more. */
const leaderLeaseSeconds = 14;

/** Patroni's settings of one node: those an operator begins with, moved to this machine and made smaller. */
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
    // The account here need not be called postgres.
    ["local all postgres peer", "local all postgres scram-sha-256"],
    ["ttl: 20 ", `ttl: ${leaderLeaseSeconds} `],
    ["max_connections: 200", "max_connections: 60"],
    ["wal_keep_size: 1GB", "wal_keep_size: 256MB"],
  ]);
}

/** The arguments of one member of the cluster's etcd. */
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

/** HAProxy's settings: one port leads to the primary, the other to those that may be read. */
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

/** A file of `deploy/cluster`, its three machines in the place of `nodes`. Throws when it says other than is changed. */
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

/** What listens at the ports that the files name. */
const services: Readonly<Record<string, keyof NodePorts>> = {
  "5432": "postgres",
  "8008": "patroni",
  "2379": "etcdClient",
  "2380": "etcdPeer",
};

function local(port: number): string {
  return `127.0.0.1:${port}`;
}
