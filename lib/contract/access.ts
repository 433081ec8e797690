import { z } from "zod";
import { resourceAt, resources } from "@/lib/resources";
import { wholeDeployment } from "@/lib/schema/permission-titles";
import { everyOperation } from "@/lib/schema/resource";
import { endpoint, type InputOf, type ReplyOf } from "./endpoint";
import { sentId, unknownResource } from "./inputs";
import { text, texts, yesOrNo } from "./parts";

const resource = z
  .custom<string>(isAskable, {
    error: ({ input }) => unknownResource(String(input ?? "")),
    abort: false,
  })
  .transform((path) => resourceAt(path) ?? wholeDeployment)
  .meta({
    description: "Its path; or `deployment`: what is for its owners alone.",
    type: "string",
    enum: [...resources.keys(), wholeDeployment],
  });

const operation = z
  .enum(everyOperation, { error: `must be one of ${everyOperation.join(", ")}` })
  .meta({ description: "The operation that is tried." });

const optionalId = sentId().optional();

export const access = endpoint({
  ...{ method: "GET", path: "/api/access", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Explain access",
  about:
    "For the caller, or for a key or person in the projects where the caller manages keys or people.",
  query: z
    .object({
      ...{ resource, operation },
      projectId: optionalId.meta({ description: "In this project; absent: in any." }),
      key: optionalId.meta({ description: "The id of an API key." }),
      user: optionalId.meta({ description: "The id of a person." }),
    })
    .refine(({ key, user }) => key === undefined || user === undefined, {
      error: "cannot stand beside key: ask about one of them",
      path: ["user"],
      // All faults are told at once, so this is checked beside faults of the parameters.
      when: () => true,
    }),
  reply: z.object({
    allowed: yesOrNo,
    decides: text.nullable().meta({ description: "The title or role held that permits it." }),
    missing: text.nullable().meta({ description: "The title that would be needed." }),
    sufficient: texts,
    held: texts.meta({ description: "The roles and permissions that they hold in the project." }),
    reason: text,
  }),
  answer: "The answer.",
  problems: [404],
});

/** Question whether a user or key may use an operation of a resource, in one project or in any. */
export type AccessQuery = InputOf<typeof access, "query">;

/** The same before it is read: the resource by its path. */
export type SentAccessQuery = Readonly<z.input<typeof access.query>>;

/** Decision on an access query, and the reason. */
export type AccessAnswer = ReplyOf<typeof access>;

function isAskable(path: unknown): boolean {
  return typeof path === "string" && (path === wholeDeployment || resourceAt(path) !== undefined);
}
