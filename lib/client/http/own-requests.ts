import { randomKey } from "./random-key";

/** Begin of the ids of all requests of this page. */
let page: string | undefined;
let count = 0;

/** Returns the id of a new request of this page. */
export function ownRequestId(): string {
  page ??= `page-${randomKey()}`;
  count += 1;
  return `${page}.${count}`;
}

/** Returns true for the id of a request that this page sent, whether or not its reply has come. */
export function isOwnRequest(id: string | undefined): boolean {
  return page !== undefined && id?.startsWith(`${page}.`) === true;
}
