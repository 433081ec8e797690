import { isStatusPath } from "@/lib/http/routing/status-path";

/** The documents of a status page, by their path below it. */
export const documents = [
  ...(["", "feed.atom", "logo", "icon.svg"] as const),
  ...(["api/v2/summary.json", "api/v2/status.json", "api/v2/components.json"] as const),
  ...(["api/v2/incidents.json", "api/v2/incidents/unresolved.json"] as const),
  ...(["api/v2/scheduled-maintenances.json"] as const),
  ...(["api/v2/scheduled-maintenances/upcoming.json"] as const),
  ...(["api/v2/scheduled-maintenances/active.json"] as const),
] as const;
export type DocumentName = (typeof documents)[number];

/** The forms of a private page. */
const forms = ["sign-in", "sign-out"] as const;
type FormName = (typeof forms)[number];

/** A path of the status pages. */
export interface StatusPageAddress {
  readonly slug: string;
  /** Undefined for a path that no page has. */
  readonly part: DocumentName | FormName | undefined;
}

const parts = new Map([...documents, ...forms].map((part) => [part as string, part]));

/** Returns the parts of a path below `/status`; undefined for any other path. */
export function statusPageAddress(path: string): StatusPageAddress | undefined {
  if (!isStatusPath(path)) return undefined;
  const [, , slug = "", ...rest] = decoded(path).replace(/\/$/, "").split("/");
  return { slug, part: slug === "" ? undefined : parts.get(rest.join("/")) };
}

const documentNames: ReadonlySet<string> = new Set(documents);

/** Returns true for a document rather than a form. */
export function isDocument(part: StatusPageAddress["part"]): part is DocumentName {
  return part !== undefined && documentNames.has(part);
}

/** Adapters have refused paths that do not decode. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}
