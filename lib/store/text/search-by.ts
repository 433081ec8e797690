import { type SearchQuery, searchQueryOf } from "@/lib/schema/search-text/search-query";
import type { Connection } from "@/lib/store/port/engine";
import type { Found, TextIndex, TextSearch } from "@/lib/store/port/text-index";
import type { CachedSample } from "./cached-sample";

/** A search with words to find and a scope to find them in. */
export interface TextLookup {
  readonly samples: CachedSample;
  readonly connection: Connection;
  readonly query: SearchQuery;
  readonly search: TextSearch;
}

/** Returns the search of an index by a lookup of rows: number of the entry, path and record id. */
export function searchBy(
  samples: CachedSample,
  find: (lookup: TextLookup) => Promise<unknown[][]>,
): TextIndex["find"] {
  return async (connection, search) => {
    const query = searchQueryOf(search.text);
    const scopes = search.scopes.filter((scope) => scope.projects.length * scope.paths.length > 0);
    if (query.words.length === 0 || scopes.length === 0) return [];
    const found = new Map<number, Found>();
    const rows = await find({ samples, connection, query, search: { ...search, scopes } });
    for (const [entry, path, id] of rows) {
      found.set(Number(entry), { path: String(path), id: String(id) });
    }
    return [...found.values()];
  };
}
