import { z } from "zod";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import type { Said } from "./endpoint";
import { text, texts, yesOrNo } from "./parts";

const rights = z
  .record(text, z.array(z.enum(["read", "create", "update", "delete"])))
  .meta({ description: "By the path of each resource." });

const project = z.object({
  ...{ _id: text, name: text, slug: text, createdAt: text },
  /** Time zone of reports. */
  timeZone: text,
  /** Rights that the permissions grant. */
  rights,
  /** Roles and permission titles held in the project. */
  permissions: texts,
});

const currentUserShape = {
  type: z.enum(["user", "apiKey", "system"]),
  ...{ _id: text, name: text },
  /** Null for a key. */
  email: text.nullable(),
  /** Has every right in every project and manages users. */
  isDeploymentOwner: yesOrNo,
  /** Sorted by name. */
  projects: z.array(project),
  database: z.object({ inMemory: yesOrNo }),
  server: z.object({ version: text.nullable() }),
};

/** The caller, their rights and their deployment. */
export const currentUser = z.object(currentUserShape).meta(schemaRef("CurrentUser"));

export type CurrentUser = Said<z.output<typeof currentUser>>;
export type MyProject = Said<z.output<typeof project>>;

/** The component of the document that `currentUser` refers to. */
export const currentUserComponents = {
  CurrentUser: z.object(currentUserShape),
} satisfies Record<string, z.ZodType>;
