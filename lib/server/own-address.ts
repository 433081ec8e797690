/** Returns the address at which a server with these settings answers on its machine. */
export function ownAddress({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): string {
  // An address of IPv6 stands in brackets (RFC 3986, section 3.2.2).
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
