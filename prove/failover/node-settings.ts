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

/** The three passwords of the cluster's accounts. */
export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
}

/** Seconds that a leader may be silent before the others choose a new one. */
const leaderLeaseSeconds = 14;

/**
 * Patroni's settings of one node, as YAML (JSON is a part of it). Strictly synchronous: what was acknowledged is on two
 * nodes, and without a second one nothing is acknowledged.
 */
export function patroniSettings(
  node: ClusterNode,
  nodes: readonly ClusterNode[],
  { binFolder, passwords }: { binFolder: string; passwords: Passwords },
): string {
  const { ports, folder, name } = node;
  const local = (port: number) => `127.0.0.1:${port}`;
  const account = (username: keyof Passwords) => ({ username, password: passwords[username] });
  return JSON.stringify({
    scope: "tocsin",
    name,
    restapi: { listen: local(ports.patroni), connect_address: local(ports.patroni) },
    etcd3: { hosts: nodes.map((one) => local(one.ports.etcdClient)) },
    bootstrap: {
      dcs: {
        ttl: leaderLeaseSeconds,
        loop_wait: 3,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 60, wal_keep_size: "256MB", wal_log_hints: "on" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: local(ports.postgres),
      connect_address: local(ports.postgres),
      data_dir: `${folder}/data`,
      bin_dir: binFolder,
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: account("superuser"),
        replication: account("replication"),
        rewind: account("rewind"),
      },
      pg_hba: [
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replication 127.0.0.1/32 scram-sha-256",
      ],
      parameters: { unix_socket_directories: folder, shared_buffers: "64MB" },
    },
    watchdog: { mode: "off" },
  });
}

/** The arguments of one member of the cluster's etcd. */
export function etcdArguments(node: ClusterNode, nodes: readonly ClusterNode[]): string[] {
  const client = `http://127.0.0.1:${node.ports.etcdClient}`;
  const peer = (one: ClusterNode) => `http://127.0.0.1:${one.ports.etcdPeer}`;
  return Object.entries({
    name: node.name,
    "data-dir": `${node.folder}/etcd`,
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer(node),
    "initial-advertise-peer-urls": peer(node),
    "initial-cluster": nodes.map((one) => `${one.name}=${peer(one)}`).join(","),
    "initial-cluster-state": "new",
    "log-level": "error",
  }).flatMap(([name, value]) => [`--${name}`, value]);
}

/** HAProxy's settings: one port leads to the primary, the other to those that may be read. */
export function haproxySettings(
  nodes: readonly ClusterNode[],
  ports: { readonly write: number; readonly read: number },
): string {
  const servers = nodes.map(
    ({ name, ports: { postgres, patroni } }) =>
      `  server ${name} 127.0.0.1:${postgres} check port ${patroni}`,
  );
  const entry = (name: string, port: number, path: string) => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk GET ${path}`,
    "  http-check expect status 200",
    "  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions",
    ...servers,
  ];
  return [
    "global",
    "  maxconn 500",
    "defaults",
    "  mode tcp",
    // Another server is tried at once; without this the same one is, a second later each time.
    "  retries 3",
    "  option redispatch 1",
    "  timeout connect 1s",
    "  timeout client 30m",
    "  timeout server 30m",
    "  timeout check 1s",
    ...entry("write", ports.write, "/primary"),
    ...entry("read", ports.read, "/read-only"),
    "",
  ].join("\n");
}
