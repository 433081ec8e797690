import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import { sessionsPath } from "./auth-tables";

/** Paths whose changes may end the access of a caller. */
export const accessPaths: readonly string[] = [apiKey.path, member.path, user.path, sessionsPath];
