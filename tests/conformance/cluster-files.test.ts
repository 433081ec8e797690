import { expect, it } from "vitest";
import {
  type ClusterNode,
  etcdArguments,
  haproxySettings,
  patroniSettings,
} from "@/prove/failover/node-settings";

const nodes = ["one", "two", "three"].map((name, place): ClusterNode => {
  const from = 40_000 + 10 * place;
  const ports = { postgres: from, patroni: from + 1, etcdClient: from + 2, etcdPeer: from + 3 };
  return { name, folder: `/tmp/${name}`, ports };
});
const parts = {
  binFolder: "/opt/postgresql/bin",
  passwords: { superuser: "s1", replication: "r1", rewind: "w1", patroni: "p1" },
};

/** Matches addresses of other machines, and placeholders for the operator. */
const unfilled = /@[A-Z_]+@|10\.0\.0\.|\/(etc|run|lib)\/(patroni|etcd|postgresql)/;

it("moves the files that an operator begins with to one machine, whole", () => {
  for (const node of nodes) {
    expect(patroniSettings(node, nodes, parts).replace(/^#.*$/gm, "")).not.toMatch(unfilled);
    expect(etcdArguments(node, nodes).join(" ")).not.toMatch(unfilled);
  }
  const [, two] = nodes;
  if (!two) throw new Error("There is no second node.");
  const settings = patroniSettings(two, nodes, parts);
  expect(settings).toContain('listen: "127.0.0.1:40010"');
  expect(settings).toContain('hosts: ["127.0.0.1:40002", "127.0.0.1:40012", "127.0.0.1:40022"]');
  expect(etcdArguments(two, nodes).join(" ")).toContain(
    "--initial-cluster one=http://127.0.0.1:40003,two=http://127.0.0.1:40013,three=http://127.0.0.1:40023",
  );
  const proxy = haproxySettings(nodes, { write: 5, read: 6 });
  expect(proxy.replace(/^#.*$/gm, "")).not.toMatch(unfilled);
  expect(proxy.match(/server three 127\.0\.0\.1:40020 check port 40021/g)).toHaveLength(2);
});

it("keeps what is acknowledged on two machines, and a lost leader as a follower", () => {
  const [one] = nodes;
  if (!one) throw new Error("There is no first node.");
  const settings = patroniSettings(one, nodes, parts);
  for (const promised of [
    /synchronous_mode: true\b/,
    /synchronous_mode_strict: true\b/,
    /use_pg_rewind: true\b/,
    /wal_log_hints: "on"/,
    /encoding: UTF8.*data-checksums/,
  ]) {
    expect(settings).toMatch(promised);
  }
});
