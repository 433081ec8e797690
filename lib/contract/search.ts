import { z } from "zod";
import { glyphs } from "@/lib/schema/record/glyph";
import { isStorable } from "@/lib/schema/values/text-checks";
import { endpoint, type Said } from "./endpoint";
import { sentId } from "./inputs";
import { id, resourcePath, text } from "./parts";

const longestQuestion = 2_000;

const q = z
  .string({ error: "is missing: say what to look for" })
  .max(longestQuestion, { error: `may be at most ${longestQuestion} characters long` })
  .refine((sent) => sent.trim() !== "", { error: "is missing: say what to look for" })
  .refine(isStorable, { error: "holds characters that no record has" })
  .meta({ description: "The text to look for." });

const limit = z
  .string()
  .refine((sent) => /^\d{1,9}$/.test(sent) && Number(sent) > 0, {
    error: "must be a whole number, 1 or more",
  })
  .default("20")
  .meta({
    description: "At most so many; above 50 counts as 50.",
    ...{ type: "integer", minimum: 1, default: 20 },
  });

const words = z.enum(["all", "some"], { error: 'must be "all" or "some"' }).default("all").meta({
  description:
    "With `some`, and if no record has every word, the records with as many of the first four words of three characters or more as possible.",
});

const state = z
  .object({ label: text, color: text.optional(), glyph: z.enum(glyphs).optional() })
  .meta({ description: "The state or status of the record, if the caller may read it." });

const hit = z.object({
  ...{ resource: resourcePath, _id: id, label: text },
  ...{ number: text.optional(), color: text.optional() },
  glyph: z.enum(glyphs).optional(),
  /** Null for users and for keys of the whole deployment. */
  projectId: id.nullable(),
  createdAt: text.nullable(),
  beganAt: text
    .nullable()
    .meta({ description: "When an incident was declared; else the creation." }),
  state: state.optional(),
  matched: z.enum(["label", "number", "slug", "email", "description", "customFields", "id"]),
  excerpt: text.optional().meta({ description: "The match, with the words around it." }),
});

export const search = endpoint({
  ...{ method: "GET", path: "/api/search", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Find records of all resources",
  about:
    "By label, number, slug, e-mail, the first 2,000 characters of description and customFields, or a pasted id, alone or within a link. Every word must be found, in any order and anywhere in the record; three characters find a part of a word, one or two the beginnings of words. Records that the text names exactly come first, then unresolved work, then other records, then resolved ones; among each of them incidents, alerts and monitors, then the newest. `matched` and `excerpt` say where the text was found. Only what the caller may read.",
  query: z.object({
    q,
    projectId: sentId().optional().meta({ description: "Only in this project." }),
    ...{ limit, words },
  }),
  reply: z.object({
    data: z.array(hit),
    words: z.enum(["all", "some"]).meta({ description: "`some`: no record has every word." }),
  }),
  answer: "The records found.",
});

/** A search result. */
export type Hit = Said<z.output<typeof hit>>;
