import { z } from "zod";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import type { Said } from "./endpoint";
import { counted, numbers, text } from "./parts";

const seconds = z.number().min(0);

/** How long records took. Percentiles are nearest ranks. */
const timingShape = {
  ...counted,
  /** Null below 5 records, for which `values` is complete. */
  ...{ median: seconds.nullable(), p90: seconds.nullable(), mean: seconds.nullable() },
  values: z.array(seconds).nullable(),
  /** The records that have not come so far. */
  open: numbers,
};
const timing = z.object(timingShape).meta(schemaRef("Timing"));

const timingsShape = {
  ...{ all: timing, perWeek: z.array(timing) },
  bySeverity: z.array(z.object({ severity: text, timing })),
};

/** How long records took: all of them, those of each week, and those of each severity. */
export const timings = z.object(timingsShape).meta(schemaRef("Timings"));

const downtimeShape = {
  uptime: text.nullable(),
  ...{ knownSeconds: seconds, downSeconds: seconds },
};

/** Uptime of a stretch of time. */
export const downtime = z.object(downtimeShape).meta(schemaRef("Downtime"));

export type Timing = Said<z.output<typeof timing>>;
export type Timings = Said<z.output<typeof timings>>;

/** The components of the document that these parts refer to. */
export const reportComponents = {
  Counted: z.object(counted),
  Timing: z.object(timingShape),
  Timings: z.object(timingsShape),
  Downtime: z.object(downtimeShape),
} satisfies Record<string, z.ZodType>;
