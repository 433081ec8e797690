import type { z } from "zod";
import type { EndpointName, Endpoints } from "@/lib/contract";
import type { Endpoint, ReplyOf } from "@/lib/contract/endpoint";
import { type CallOptions, call } from "./api";

/** The endpoints by method and path. Only types are imported, so pages load no schemas. */
type ByAddress = {
  readonly [Name in EndpointName as `${Endpoints[Name]["method"]} ${Endpoints[Name]["path"]}`]: Endpoints[Name];
};

/** The inputs that an endpoint states. */
type Sent<E extends Endpoint> = PartOf<E, "query"> &
  PartOf<E, "body"> &
  (E["path"] extends `${string}/:id${string}` ? { readonly id: string } : unknown) &
  Pick<CallOptions, "signal">;

type PartOf<E extends Endpoint, Part extends "query" | "body"> = E[Part] extends z.ZodObject
  ? { readonly [Key in Part]: Readonly<z.input<E[Part]>> }
  : unknown;

/**
 * Calls an endpoint as the signed-in user and returns its reply. Rejects as `call` does. The types
 * of inputs and reply are those of the contract.
 *
 * @example const { data } = await request("GET /api/last-seen", { query: { projectId } });
 */
export async function request<Address extends keyof ByAddress>(
  address: Address,
  sent: Sent<ByAddress[Address]>,
): Promise<ReplyOf<ByAddress[Address]>> {
  const { id = "", query = {}, body, signal }: AnySent = sent;
  const [method, pattern] = partsOf(address);
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const text = new URLSearchParams(given).toString();
  const path = pattern.replace(":id", id) + (text === "" ? "" : `?${text}`);
  return (await call<ReplyOf<ByAddress[Address]>>(method, path, { body, signal })).data;
}

interface AnySent extends Pick<CallOptions, "body" | "signal"> {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** An address is a method and a path, with one space between. */
function partsOf(address: string): [Endpoint["method"], string] {
  return address.split(" ") as [Endpoint["method"], string];
}
