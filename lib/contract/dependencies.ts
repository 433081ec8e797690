import { z } from "zod";
import { mostServices } from "@/lib/schema/service-limits";
import { endpoint, type ReplyOf } from "./endpoint";
import { projectId, sentId } from "./inputs";
import { count, id, text, yesOrNo } from "./parts";

const steps = count.nullable();

const service = z.object({
  ...{ _id: id, label: text, color: text.nullable() },
  needs: steps.meta({ description: "Steps from the service to this one, which it needs." }),
  neededBy: steps.meta({ description: "Steps from this one, which needs it, to the service." }),
  cycle: count.nullable().meta({
    description:
      "Services with the same number need each other in a cycle. Null outside of cycles.",
  }),
  monitors: count.nullable().meta({
    description: "Number of its monitors; null if the caller may not read them.",
  }),
  status: z
    .object({ _id: id, label: text, color: text.nullable(), isOperational: yesOrNo })
    .nullable()
    .meta({ description: "The status of its monitors with the highest priority." }),
});

/** The services around one, with what they need. */
export const dependencies = endpoint({
  ...{ method: "GET", path: "/api/dependencies", tag: "Service" },
  ...{ caller: "caller", effect: "reads" },
  summary: "Get the services around a service",
  about:
    "The services within two steps that the service needs, or that need it, with the status of their monitors. Services that the caller may not read are left out, and so is what they need. At most 10,000 services and 20,000 dependencies of a project are followed.",
  query: z.object({
    projectId: projectId.meta({ description: "The project." }),
    service: sentId().meta({ description: "The id of a service." }),
  }),
  reply: z.object({
    projectId: id,
    services: z.array(service).meta({
      description: `The service first, then the nearest; at most ${mostServices}.`,
    }),
    more: count.meta({ description: "Services within two steps that are left out." }),
    edges: z
      .array(z.object({ from: id, to: id, isInCycle: yesOrNo }))
      .meta({ description: "`from` needs `to`. Only between the services of the reply." }),
    affected: z.object({
      count: count.meta({ description: "Services that need it, in any number of steps." }),
      beyond: z.array(z.object({ _id: id, label: text, steps: count })).meta({
        description: `Those of more than two steps, the nearest first; at most ${mostServices}.`,
      }),
      more: count.meta({ description: "Services of more than two steps that are left out." }),
    }),
    isComplete: yesOrNo.meta({ description: "False if the project has more than is followed." }),
  }),
  answer: "The services.",
  problems: [403, 404],
});

export type Neighborhood = ReplyOf<typeof dependencies>;
export type NeighborService = Neighborhood["services"][number];
