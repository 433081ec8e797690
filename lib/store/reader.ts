import type { Access } from "./access";
import { Bookkeeping } from "./bookkeeping";
import { contentPiece } from "./content";
import { count, find, findShort } from "./find";
import { leavingProjects } from "./leaving";
import { namedIds } from "./named-ids";
import type { Reader } from "./store";

/** Reads through a connection. */
export function readerOver(access: Access, now: () => Date): Reader {
  const { connection, plans } = access;
  const books = new Bookkeeping(access, now);
  return {
    find: (resource, ask) => find(access, plans.table(resource.path), ask),
    findShort: (resource, ask, most) => findShort(access, plans.table(resource.path), ask, most),
    count: (resource, ask) => count(access, plans.table(resource.path), ask),
    namedIds: (resource, ask) => namedIds(access, plans.table(resource.path), ask),
    contentPiece: (id, place) => contentPiece(access, id, place),
    search: (search) => plans.textIndex.find(connection, search),
    leavingProjects: () => leavingProjects(access),
    setting: (name) => books.setting(name),
    keptAnswer: (caller, path, key) => books.keptAnswer(caller, path, key),
  };
}
