/**
 * Returns the optional packages that the lock file names as dependencies but does not contain, as
 * `{name, version, dev}`. npm leaves out packages of other platforms that its registry did not
 * have, and `npm ci` then refuses the whole file.
 */
export function missingOptional({ packages }) {
  const missing = new Map();
  for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isHeld(packages, path, name)) continue;
      const known = missing.get(name);
      missing.set(name, { name, version, dev: dev && (known?.dev ?? true) });
    }
  }
  return [...missing.values()];
}

/**
 * Returns the same lock file with `entries` (by package name) at the top level, its packages in
 * npm's order.
 */
export function withPackages(lock, entries) {
  const added = Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]);
  const packages = [...Object.entries(lock.packages), ...added];
  packages.sort(([one], [other]) => one.localeCompare(other, "en"));
  return { ...lock, packages: Object.fromEntries(packages) };
}

/**
 * Returns true if a package of the lock file is missing in `installed`, the list that npm keeps in
 * `node_modules`, or has another version there. Optional packages may be missing.
 */
export function lacksPackages(lock, installed) {
  return Object.entries(lock.packages).some(([path, { version, optional = false }]) => {
    if (path === "") return false;
    const present = installed.packages[path]?.version;
    return present === undefined ? !optional : present !== version;
  });
}

/** Returns the platform in the name of a package, as `os`, `cpu` and `libc` of a lock file. */
export function platformOf(name) {
  const parts = name.slice(name.indexOf("/") + 1).split(/[-.]/);
  const os = systems.find((system) => parts.includes(system));
  const cpu = processors.find((processor) => parts.includes(processor));
  const libc = parts.some((part) => part.startsWith("musl")) ? "musl" : undefined;
  const gnu = os === "linux" && parts.some((part) => part.startsWith("gnu")) ? "glibc" : undefined;
  const found = libc ?? gnu;
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(found && { libc: [found] }),
    ...(os && { os: [os] }),
  };
}

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** Node looks in the folder of the package itself, then in each one above it. */
function isHeld(packages, path, name) {
  for (let folder = path; folder !== ""; folder = above(folder)) {
    if (packages[`${folder}/node_modules/${name}`]) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}

/** Returns the package whose `node_modules` contains this one; "" for the project itself. */
function above(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf("node_modules/") - 1));
}
