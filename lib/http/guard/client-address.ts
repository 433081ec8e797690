import { isIPv4, isIPv6 } from "node:net";
import type { ApiRequest } from "@/lib/http/message/request-response";

/**
 * Returns the address a request comes from, for counting attempts. Reads only the last
 * `trustedProxies` entries of `X-Forwarded-For`, which our own proxies wrote. An IPv6 address
 * counts as its /64, because one client usually has the whole /64.
 */
export function clientAddress(
  { headers, address }: Pick<ApiRequest, "headers" | "address">,
  trustedProxies: number,
): string {
  const last = address ?? "unknown";
  const told = (headers["x-forwarded-for"] ?? "").split(",").map((part) => part.trim());
  const chain = [...told.filter(Boolean), last];
  const hop = chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? last;
  return network(hop) ?? network(last) ?? last;
}

function network(address: string): string | undefined {
  const bare = address.replace(/^\[([^\]]*)\](?::\d+)?$/, "$1").replace(/^::ffff:(?=[\d.]+$)/i, "");
  if (isIPv4(bare)) return bare;
  const withoutPort = bare.replace(/:\d+$/, "");
  if (isIPv4(withoutPort)) return withoutPort;
  const plain = bare.replace(/%.*$/, "");
  return isIPv6(plain) ? `${firstHalf(plain)}::/64` : undefined;
}

/** Returns the first four groups of an IPv6 address, without leading zeros. */
function firstHalf(address: string): string {
  const [before = "", after] = address.toLowerCase().split("::");
  const head = before.split(":").filter(Boolean);
  const tail = (after ?? "").split(":").filter(Boolean);
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: Math.max(0, gap) }, () => "0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
