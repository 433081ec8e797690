/** A path of OneUptime, the path here, and the names of its fields by their names here. */
interface Alias {
  readonly path: string;
  readonly names?: Readonly<Record<string, string>>;
}

const aliases: ReadonlyMap<string, Alias> = new Map([
  ["on-call-duty-policy-esclation-rule", { path: "on-call-duty-policy-escalation-rule" }],
  [
    "service-catalog-dependency",
    {
      path: "service-dependency",
      names: {
        service: "serviceCatalog",
        serviceId: "serviceCatalogId",
        dependencyService: "dependencyServiceCatalog",
        dependencyServiceId: "dependencyServiceCatalogId",
      },
    },
  ],
]);

/** Returns the path that a path of OneUptime stands for; undefined if it stands for no other. */
export function aliasedPath(path: string): string | undefined {
  const alias = aliasOf(path);
  return alias && path.replace(alias.name, alias.path);
}

/** The names of fields under a path. */
export interface FieldNames {
  /** Returns the name here of a name that a client sent. */
  readonly inward: (name: string) => string;
  /** Returns the name that the client expects. */
  readonly outward: (name: string) => string;
}

/** Returns the names of fields under the path of a request. */
export function fieldNames(path: string): FieldNames {
  const names = aliasOf(path)?.names;
  if (!names) return { inward: same, outward: same };
  const inward = new Map(Object.entries(names).map(([here, there]) => [there, here]));
  const outward = new Map(Object.entries(names));
  return {
    inward: (name) => inward.get(name) ?? name,
    outward: (name) => outward.get(name) ?? name,
  };
}

const same = (name: string) => name;

function aliasOf(path: string) {
  const [, api, name = ""] = path.split("/");
  const alias = api === "api" ? aliases.get(name) : undefined;
  return alias && { name, ...alias };
}

/** A path under which OneUptime has a resource, with the names of its fields there. */
export interface ForeignPath {
  readonly path: string;
  readonly names: FieldNames;
}

/** Returns the paths under which versions of OneUptime have a resource, its path here first. */
export function foreignPaths(path: string): readonly ForeignPath[] {
  const others = [...aliases].filter(([, alias]) => alias.path === path).map(([name]) => name);
  return [path, ...others].map((name) => ({ path: name, names: fieldNames(`/api/${name}`) }));
}
