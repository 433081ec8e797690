import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

interface Kept {
  readonly id: string;
  readonly value: JsonValue;
}

type Preferences = Readonly<Record<string, Kept>>;

/** Query of the current user's preferences, by key. */
export const preferencesQuery = queryOptions({
  queryKey: ["preferences"] as const,
  queryFn: async ({ signal }): Promise<Preferences> => {
    const body = { select: { key: true, value: true }, limit: 100, count: "none" };
    const { data } = await call<{ data: readonly Row[] }>("POST", "/api/preference/get-list", {
      body,
      signal,
    });
    return Object.fromEntries(
      data.data.map(({ _id, key, value = null }) => [String(key), { id: String(_id), value }]),
    );
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Returns one preference of the current user and its setter. The value is undefined while it loads
 * or if it is not set. A rejected write calls `onRefused` and restores the server's value.
 */
export function usePreference(key: string, onRefused: (error: Error) => void) {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    ...preferencesQuery,
    // Another tab may have changed them. A value that this one is saving is newer.
    refetchOnWindowFocus: () =>
      client.isMutating({ mutationKey: [...preferencesQuery.queryKey] }) === 0 && "always",
  });
  const known = () => client.getQueryData(preferencesQuery.queryKey)?.[key];
  const remember = (kept: Kept) =>
    client.setQueryData(preferencesQuery.queryKey, (all) => ({ ...all, [key]: kept }));
  const mutationKey = ["preferences", key];
  const save = useMutation({
    mutationKey,
    // Serialized, because the first write creates the record that the next one changes.
    scope: { id: "preferences" },
    mutationFn: async (value: JsonValue) => {
      const { id = "" } = known() ?? {};
      if (id !== "") {
        await call("PUT", `/api/preference/${id}`, { body: { data: { value } } });
        return;
      }
      const made = await call<Row>("POST", "/api/preference", { body: { data: { key, value } } });
      // A value set in the meantime stays visible and is sent next.
      remember({ value, ...known(), id: String(made.data._id) });
    },
    onError: (error) => {
      // A later value replaces this one, so only the result of the later write counts.
      if (client.isMutating({ mutationKey }) > 1) return undefined;
      onRefused(error);
      return client.invalidateQueries(preferencesQuery);
    },
  });
  return {
    value: data?.[key]?.value,
    isKnown: !isPending,
    set: (value: JsonValue) => {
      // A repeated read that began before would show the former value again.
      if (!isPending) void client.cancelQueries(preferencesQuery);
      remember({ id: known()?.id ?? "", value });
      save.mutate(value);
    },
  };
}
