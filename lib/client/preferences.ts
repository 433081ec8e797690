"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { call } from "./api";

interface Kept {
  readonly id: string;
  readonly value: JsonValue;
}

type Preferences = Readonly<Record<string, Kept>>;

/** What this person set for themselves, by key. */
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

/** One setting of this person and the way to change it; undefined while it is not known or not set. */
export function usePreference(key: string): {
  readonly value: JsonValue | undefined;
  readonly isKnown: boolean;
  readonly set: (value: JsonValue) => void;
} {
  const client = useQueryClient();
  const { data, isPending } = useQuery(preferencesQuery);
  const save = useMutation({
    // One after the other: the first makes the record that the next one changes.
    scope: { id: "preferences" },
    mutationFn: async (value: JsonValue) => {
      const known = client.getQueryData(preferencesQuery.queryKey)?.[key];
      if (known && known.id !== "") {
        await call("PUT", `/api/preference/${known.id}`, { body: { data: { value } } });
        return;
      }
      const made = await call<Row>("POST", "/api/preference", { body: { data: { key, value } } });
      remember({ id: String(made.data._id), value });
    },
  });
  const remember = (kept: Kept) =>
    client.setQueryData(preferencesQuery.queryKey, (all) => ({ ...all, [key]: kept }));
  return {
    value: data?.[key]?.value,
    isKnown: !isPending,
    set: (value) => {
      remember({ id: data?.[key]?.id ?? "", value });
      save.mutate(value);
    },
  };
}
