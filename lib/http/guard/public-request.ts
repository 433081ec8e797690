import type { SignedIn } from "@/lib/auth/sessions/session-caller";
import type { EventService } from "@/lib/http/event-stream/event-service";
import type { RequestIds } from "@/lib/http/message/reply-headers";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { Wanted } from "@/lib/http/openapi/document";
import type { Context } from "@/lib/operations/transaction/context";
import type { Store } from "@/lib/store/port/store";
import type { SessionService } from "./session-service";

/** The dependencies of routes that are not about records. */
export interface PublicRouteDeps {
  readonly store: Store;
  /** The OpenAPI documents as JSON text. Equal wishes get the same function. */
  readonly openApi?: (wanted: Wanted) => () => string | Promise<string>;
  /** Returns true once the process was told to stop. Requests should then go to other processes. */
  readonly isStopping?: () => boolean;
  readonly deployment?: Deployment;
  /** The contact for security reports, a URI. Absent: there is no `security.txt`. */
  readonly securityContact?: string | undefined;
  /** Absent: `/metrics` is disabled. */
  readonly metrics?: MetricsSource;
}

/** The metrics for monitoring the deployment. */
export interface MetricsSource {
  /** Returns the text format of Prometheus, and its media type. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** The token that grants access to `/metrics`. Absent: nobody may read the metrics there. */
  readonly token?: string | undefined;
}

/** Facts about the deployment that the console displays. */
export interface Deployment {
  readonly inMemory: boolean;
  readonly version: string;
}

/** A request without credentials. */
export interface PublicRequest extends PublicRouteDeps, RequestIds {
  readonly sessionService: SessionService;
  readonly eventService: EventService;
  readonly request: ApiRequest;
  /** Adds fields to the request's log line. */
  readonly addLogFields: (
    facts: Pick<RequestLogEntry, "accountId" | "address" | "isStopping">,
  ) => void;
  /** Adds headers to the response, unless the handler returns the whole response. */
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void;
}

/** A request of a known caller that is not about records. */
export interface AccountRequest extends PublicRequest {
  readonly context: Context;
  /** Absent with an API key. */
  readonly signedIn?: SignedIn | undefined;
  /** The id in the path, or "". */
  readonly id: string;
}
