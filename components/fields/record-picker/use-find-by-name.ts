import { useQueryClient } from "@tanstack/react-query";
import { unchosenName } from "@/components/fields/unchosen-name";
import { mayRead, useProject } from "@/lib/client/project/project";
import { listQuery } from "@/lib/client/queries/queries";
import { resourceAt } from "@/lib/resources/index";
import { optionFrom, recordSearch } from "./record-search";
import { valueOfTyped } from "./value-of-typed";

/** Records that a search by name reads at most. */
const readAtMost = 100;

/**
 * Returns a function that searches the resource at `path` for a typed name. It resolves to the id of
 * the only record that has the name, else to undefined, also if the search fails.
 */
export function useFindByName(
  path: string,
  project: string,
): (name: string) => Promise<string | undefined> {
  const client = useQueryClient();
  const place = useProject();
  const target = resourceAt(path);
  return async (name) => {
    if (!target || !mayRead(place, target)) return undefined;
    try {
      const search = listQuery(target, recordSearch(target, project, name, readAtMost));
      const { data } = await client.fetchQuery(search);
      const found = valueOfTyped(
        name,
        data.map((row) => optionFrom(target, row)),
      );
      return unchosenName(found) === undefined ? found : undefined;
    } catch {
      return undefined;
    }
  };
}
