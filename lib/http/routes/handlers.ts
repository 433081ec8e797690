import type { Endpoints } from "@/lib/contract";
import { accountRoutes } from "./account-routes";
import type { Handlers } from "./endpoint-request";
import { eventRoutes } from "./event-routes";
import { peopleRoutes } from "./people-routes";
import { serverRoutes } from "./server-routes";
import { serviceRoutes } from "./service-routes";
import { sessionRoutes } from "./session-routes";

/** The handler of every endpoint. */
export const handlers: Handlers<Endpoints> = {
  ...serviceRoutes,
  ...eventRoutes,
  ...serverRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...peopleRoutes,
};
