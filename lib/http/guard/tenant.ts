import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { AppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";
import { isUuid } from "@/lib/schema/values/uuid";

/**
 * Returns the caller with the grants of one project only, if a key of the whole deployment with the
 * dialect names a project in the header `tenantid`, the query parameter `tenantid` or the header
 * `projectid`. A key of one project is never narrowed further or moved. Throws a 400 for a name that
 * is no id, because ignoring it would widen the request to all projects.
 */
export function narrowedToTenant(caller: Caller, { headers, query }: Asked): Caller {
  const held = caller.dialect && caller.grants.get(everyProject);
  if (!held) return caller;
  const parameter = query.includes("tenantid") ? new URLSearchParams(query).get("tenantid") : "";
  const tenant = headers["tenantid"] || parameter || headers["projectid"];
  if (!tenant) return caller;
  if (!isUuid(tenant)) {
    throw new AppError("validation", "tenantid must be the id of a project, or left out.");
  }
  return { ...caller, grants: new Map([[tenant.toLowerCase(), held]]) };
}

type Asked = Pick<ApiRequest, "headers" | "query">;
