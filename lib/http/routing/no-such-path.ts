import { AppError } from "@/lib/errors";
import { resources } from "@/lib/resources";
import { nearest } from "@/lib/schema/pointer";
import { isUuid } from "@/lib/schema/values/uuid";

/** Returns the 404 for a path without a route. Names the wrong part if it is known. */
export function noSuchPath(path: string): AppError {
  const [, , name = "", part = ""] = path.split("/");
  const known = resources.has(name);
  const near = known ? undefined : nearest(name, resources.keys());
  if (near !== undefined) {
    return notFound(`There is nothing at this path. Did you mean /api/${near}?`);
  }
  if (known && part !== "" && !isUuid(part)) {
    return notFound(
      `There is nothing at this path: what follows /api/${name}/ must be an id in the shape of a UUID, get-list or count.`,
    );
  }
  return notFound("There is no such path. See /docs for all paths.");
}

function notFound(detail: string): AppError {
  return new AppError("not_found", detail);
}
