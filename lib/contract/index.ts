import * as access from "./access";
import * as account from "./account";
import * as dependencies from "./dependencies";
import * as deployment from "./deployment";
import type { Endpoint } from "./endpoint";
import * as events from "./events";
import * as integrity from "./integrity";
import * as labels from "./labels";
import * as memberships from "./memberships";
import * as people from "./people";
import * as report from "./report";
import * as search from "./search";
import * as server from "./server";
import * as session from "./session";
import * as summary from "./summary";

/** Every endpoint, by the name of its export. */
export const endpoints = {
  ...report,
  ...{ ...search, ...labels, ...summary, ...integrity, ...deployment, ...access },
  ...{ ...events, ...dependencies },
  ...server,
  ...{ ...session, ...account, ...people, ...memberships },
} satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
