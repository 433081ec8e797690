import { permissions } from "@/lib/resources/shared/fields";
import { date, longText, relation, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const ours = { writtenBy: "server" } as const;
const secret = { ...ours, hidden: true } as const;

export const apiKey = defineResource({
  path: "api-key",
  name: "API Key",
  group: "settings",
  nav: { rank: 4, icon: "key", page: { path: "keys", name: "API keys" } },
  about: "Gives a program access with the permissions it holds. The secret is shown once.",
  writers: "admins",
  unique: [["keyHash"]],
  indexes: [["previousKeyHash"]],
  fields: {
    project: relation("project", {
      indexed: false,
      onTargetDelete: "remove",
      help: "Left empty, the key works in every project of the deployment.",
    }),
    name: text({ required: true, refusesBlanks: true }),
    description: longText(),
    permissions,
    expiresAt: date({ title: "Expires", help: "Left empty, the key does not expire." }),
    dialect: text({
      required: true,
      default: "plain",
      suggestions: ["plain", "oneuptime"],
      help: "The form of its requests and replies: that of this documentation, or that of OneUptime's own clients.",
    }),
    prefix: text({ ...ours, title: "Begins with" }),
    lastUsedAt: date({ ...ours, title: "Last used" }),
    revokedAt: date({ ...ours, title: "Revoked" }),
    keyHash: text(secret),
    previousKeyHash: text(secret),
    previousKeyEndsAt: date({ ...ours, title: "Former secret ends" }),
  },
});
