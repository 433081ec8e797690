import type { ReadContext } from "./access";
import { SystemTables } from "./bookkeeping";
import { contentPiece } from "./content";
import { count, find, findShortened } from "./find";
import { deletedProjects } from "./leaving";
import { distinctIds } from "./named-ids";
import type { Reader } from "./store";

/** Reads through a connection. */
export function readerOver(context: ReadContext, now: () => Date): Reader {
  const { connection, statements } = context;
  const books = new SystemTables(context, now);
  return {
    find: (resource, ask) => find(context, statements.table(resource.path), ask),
    findShortened: (resource, ask, most) =>
      findShortened(context, statements.table(resource.path), ask, most),
    count: (resource, ask) => count(context, statements.table(resource.path), ask),
    distinctIds: (resource, ask) => distinctIds(context, statements.table(resource.path), ask),
    contentPiece: (id, place) => contentPiece(context, id, place),
    search: (search) => statements.textIndex.find(connection, search),
    deletedProjects: () => deletedProjects(context),
    setting: (name) => books.setting(name),
    idempotencyRecord: (caller, path, key) => books.idempotencyRecord(caller, path, key),
  };
}
