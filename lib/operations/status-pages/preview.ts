import { includesProject } from "@/lib/auth/grants/permission";
import { visibilityOf, within } from "@/lib/operations/access/visibility";
import { notFound } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import type { PublicPage } from "./public-page";
import { pageColumns } from "./published-page";
import { readPublicPage } from "./read-page";
import { shownKinds } from "./shown-kinds";

/**
 * Returns a status page as visitors will see it, published or not. Throws 404, and 403 unless the
 * caller may read in its project every kind of record that the page shows.
 */
export async function previewPage(context: Context, id: string): Promise<PublicPage> {
  const { projects } = visibilityOf(context, statusPage);
  const filter = { op: "eq", column: "_id", value: id } as const;
  const ask = { projects, filter, columns: pageColumns, limit: 1 };
  const [page] = await context.store.reader.find(statusPage, ask);
  if (!page) throw notFound(statusPage, id);
  const projectId = String(page.projectId);
  for (const path of shownKinds) {
    const kind = resourceAt(path);
    if (!kind) continue;
    const own = visibilityOf(context, kind);
    if (!includesProject(within(own.projects, projectId), projectId)) {
      throw notFound(statusPage, id);
    }
  }
  return await readPublicPage(context.store.reader, page, context.now());
}
