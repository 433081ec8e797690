import { statusPage } from "@/lib/resources/status-pages/status-page";

/** Kinds of records, besides the page itself, that status pages show or derive from. */
export const shownKinds: ReadonlySet<string> = new Set(statusPage.publication?.shows);
