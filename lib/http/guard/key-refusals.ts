import { noteRefusal } from "@/lib/auth/access-log/refusals";
import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { isAppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";
import { sentKeys } from "./sent-keys";
import type { SessionService } from "./session-service";

interface Refused {
  readonly sessionService: SessionService;
  readonly request: ApiRequest;
  readonly requestId: string;
  /** Absent while unknown. */
  readonly caller?: Caller | undefined;
}

/** Records a refused key for the access log: an unknown key, or a key without the permission. */
export function noteKeyRefusal(
  { sessionService, request, requestId, caller }: Refused,
  error: unknown,
): void {
  if (!isAppError(error) || sentKeys(request.headers).length === 0) return;
  const refusal = { event: "key_refused", at: sessionService.now(), requestId } as const;
  const device = sessionService.deviceOf(request);
  if (error.code === "unauthenticated" && !caller) {
    noteRefusal(sessionService.store, { ...refusal, device });
  }
  if (error.code === "forbidden" && caller?.type === "apiKey") {
    const [place, ...others] = caller.grants.keys();
    const only = others.length === 0 && place !== everyProject ? place : undefined;
    const projectId = error.details.refused?.projectId ?? only;
    noteRefusal(sessionService.store, { ...refusal, device, keyId: caller.id, projectId });
  }
}
