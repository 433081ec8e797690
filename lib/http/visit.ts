import type { SignedIn } from "@/lib/auth/session-caller";
import type { Context } from "@/lib/operations/context";
import type { JsonObject } from "@/lib/schema/json";
import type { Store } from "@/lib/store/store";
import type { Door } from "./door";
import type { ApiRequest } from "./exchange";

/** What replies that are not about records are made from. */
export interface OpenDeps {
  readonly store: Store;
  /** The OpenAPI document as JSON text. */
  readonly openApi?: () => string;
  /** Rejects while requests should go elsewhere; absent: when the database does not answer. */
  readonly ready?: () => Promise<void>;
  readonly deployment?: Deployment;
  /** Absent: `/metrics` is turned off. */
  readonly metrics?: MetricsSource;
}

/** The numbers for who watches the deployment. */
export interface MetricsSource {
  /** In the text format of Prometheus, and its media type. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** Who brings it may read; without one, only this machine may. */
  readonly token?: string | undefined;
}

/** What the console shows of the deployment. */
export interface Deployment {
  readonly inMemory: boolean;
  readonly version: string;
}

/** A request that needs no credentials. */
export interface Visit extends OpenDeps {
  readonly door: Door;
  readonly request: ApiRequest;
  readonly requestId: string;
  /** The body as an object. Throws as `readBody` does. */
  body(): JsonObject;
}

/** A request of someone known that is not about records. */
export interface OwnVisit extends Visit {
  readonly context: Context;
  /** Absent with an API key. */
  readonly signedIn?: SignedIn;
  /** The id in the path, or "". */
  readonly id: string;
}
