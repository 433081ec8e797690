import type { SignedIn } from "@/lib/auth/sessions/session-caller";
import type { ApiRequest } from "@/lib/http/message/exchange";
import type { RequestIds } from "@/lib/http/message/reply-headers";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import type { Context } from "@/lib/operations/transaction/context";
import type { JsonObject } from "@/lib/schema/json";
import type { Store } from "@/lib/store/port/store";
import type { SessionService } from "./session-settings";

/** What replies that are not about records are made from. */
export interface PublicRouteDeps {
  readonly store: Store;
  /** The OpenAPI document as JSON text. */
  readonly openApi?: () => string | Promise<string>;
  /** True once the process was told to stop: requests should go elsewhere. */
  readonly isStopping?: () => boolean;
  readonly deployment?: Deployment;
  /** Where faults of security are reported, as an address; absent: there is no `security.txt`. */
  readonly securityContact?: string | undefined;
  /** Absent: `/metrics` is turned off. */
  readonly metrics?: MetricsSource;
}

/** The numbers for who watches the deployment. */
export interface MetricsSource {
  /** In the text format of Prometheus, and its media type. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** Whoever brings it may read; without one, nobody may read them here. */
  readonly token?: string | undefined;
}

/** What the console shows of the deployment. */
export interface Deployment {
  readonly inMemory: boolean;
  readonly version: string;
}

/** A request that needs no credentials. */
export interface PublicRequest extends PublicRouteDeps, RequestIds {
  readonly sessionService: SessionService;
  readonly request: ApiRequest;
  /** Adds to the line of the request log. */
  readonly addLogFields: (
    facts: Pick<RequestLogEntry, "accountId" | "address" | "isStopping">,
  ) => void;
  /** The body as an object. Throws as `readBody` does. */
  body(): Promise<JsonObject>;
}

/** A request of someone known that is not about records. */
export interface AccountRequest extends PublicRequest {
  readonly context: Context;
  /** Absent with an API key. */
  readonly signedIn?: SignedIn;
  /** The id in the path, or "". */
  readonly id: string;
}
