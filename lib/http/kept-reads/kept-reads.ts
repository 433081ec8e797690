import { hash } from "node:crypto";
import type { Caller } from "@/lib/auth/grants/caller";
import { callerScope } from "@/lib/auth/grants/caller-scope";
import type { AuthenticatedRequest } from "@/lib/http/guard/authenticated-request";
import type { ApiRequest } from "@/lib/http/message/request-response";
import {
  isReadOperation,
  type PreparedRead,
  type ReadOperation,
} from "@/lib/http/routes/read-routes";
import type { RecordRoute } from "@/lib/http/routing/route-table";
import { dependsOnRightsAlone } from "@/lib/operations/access/visibility";
import { aliasedPath } from "@/lib/resources/oneuptime-aliases";
import type { Resource } from "@/lib/schema/resource";
import { CallerReads } from "./caller-reads";

/** Limit on the estimated bytes of all prepared reads together, but for `uncountedBytes`. */
const mostBytes = 8_000_000;
/** Longer texts of a request are not kept. */
const longestText = 4_096;

/** Bytes by which all reads may grow before they are counted again. */
const uncountedBytes = 250_000;
/** Estimated bytes of a caller besides its reads. */
const bytesOfCaller = 500;

/**
 * The prepared reads of a process. Each caller has a share of its own, valid for one state of its
 * rights, so that no caller reads by the rights of another one or by rights it has lost. A caller
 * that fills its share loses its own reads only.
 */
export class KeptReads {
  readonly #callers = new Map<string, { readonly rights: string; readonly reads: CallerReads }>();
  #grown = 0;

  /** Returns the reads of a caller with its current rights. */
  of(caller: Reading): CallerReads {
    const rights = rightsOf(caller);
    const scope = callerScope(caller);
    const known = this.#callers.get(scope);
    if (known?.rights === rights) return known.reads;
    const reads = new CallerReads((bytes) => this.#grow(bytes));
    this.#callers.set(scope, { rights, reads });
    this.#grow(bytesOfCaller);
    return reads;
  }

  /** Estimated bytes of all reads. */
  get bytes(): number {
    let sum = 0;
    for (const { reads } of this.#callers.values()) sum += bytesOfCaller + reads.bytes;
    return sum;
  }

  #grow(bytes: number): void {
    this.#grown += bytes;
    if (this.#grown < uncountedBytes) return;
    this.#grown = 0;
    if (this.bytes > mostBytes) this.#shrink();
  }

  /** Drops the reads of the callers with the most, until a tenth of the limit is free. */
  #shrink(): void {
    let bytes = this.bytes;
    const largestFirst = [...this.#callers].sort(
      ([, one], [, other]) => other.reads.bytes - one.reads.bytes,
    );
    for (const [scope, { reads }] of largestFirst) {
      if (bytes < 0.9 * mostBytes) return;
      this.#callers.delete(scope);
      bytes -= bytesOfCaller + reads.bytes;
    }
  }
}

const rightsDigests = new WeakMap<Reading, string>();

/** The parts of a caller on which a read depends: visibility on the rights, its form on the dialect. */
type Reading = Pick<Caller, "type" | "id" | "grants" | "dialect">;

/** Returns a digest that is equal for equal rights and an equal dialect. */
function rightsOf(caller: Reading): string {
  const known = rightsDigests.get(caller);
  if (known !== undefined) return known;
  const grants = [...caller.grants].map(([project, held]) => [project, ...held]);
  const { type, id, dialect } = caller;
  const digest = hash("sha256", JSON.stringify([type, id, grants, dialect]), "base64url");
  rightsDigests.set(caller, digest);
  return digest;
}

/** The read of a request, if it is kept, and a function to keep it. */
interface KeptRead {
  readonly operation: ReadOperation;
  readonly read: PreparedRead | undefined;
  keep(read: PreparedRead): void;
}

/** Returns undefined for a request whose read is prepared each time, and for other operations. */
export function keptRead(
  all: KeptReads,
  { context, request }: AuthenticatedRequest,
  { operation }: RecordRoute,
  resource: Resource,
): KeptRead | undefined {
  if (!isReadOperation(operation)) return undefined;
  // Fields have other names under another path of the resource.
  if (context.caller.dialect && aliasedPath(request.path) !== undefined) return undefined;
  const key = keyOf(operation, resource, request);
  if (key === undefined) return undefined;
  const reads = all.of(context.caller);
  return { operation, read: reads.get(key), keep: (read) => reads.keep(key, read) };
}

/** Returns the text on which a prepared read depends besides the caller's rights. */
function keyOf(
  operation: ReadOperation,
  resource: Resource,
  { query, body, headers, more }: ApiRequest,
): string | undefined {
  const type = body === "" ? "" : headers["content-type"];
  if (more || type === undefined || headers["content-encoding"] !== undefined) return undefined;
  if (query.length + type.length + body.length > longestText) return undefined;
  if (!dependsOnRightsAlone(resource)) return undefined;
  return `${operation} ${resource.path} ${query.length} ${type.length} ${query}${type}${body}`;
}
