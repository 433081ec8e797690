import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Absolute paths of a cluster's programs, by name; `missing` lists those this machine lacks. */
export interface Programs {
  readonly missing: readonly string[];
  readonly path: (name: ClusterProgram) => string;
}

export type ClusterProgram = "etcd" | "patroni" | "haproxy" | "postgres";

const wanted: readonly ClusterProgram[] = ["etcd", "patroni", "haproxy", "postgres"];

/** Searches for the programs in PATH and in Debian's folders outside of it. */
export function findPrograms(): Programs {
  const found = new Map(wanted.map((name) => [name, whereIs(name)]));
  return {
    missing: wanted.filter((name) => found.get(name) === undefined),
    path: (name) => {
      const path = found.get(name);
      if (path === undefined) throw new Error(`This machine has no ${name}.`);
      return path;
    },
  };
}

function whereIs(name: string): string | undefined {
  const folders = [...postgresFolders(), ...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function postgresFolders(): string[] {
  const root = "/usr/lib/postgresql";
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(root, version, "bin"));
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the account of the programs, because PostgreSQL refuses root. Undefined: that of this
 * process.
 */
export function unprivilegedAccount(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("There is neither an account postgres nor nobody to run PostgreSQL as.");
}
