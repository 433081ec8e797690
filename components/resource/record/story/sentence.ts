import { bidiIsolate } from "@/components/words/bidi-isolate";
import { titleOf } from "@/components/words/field-title";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import type { StoryActor, StoryEntry, StoryKind } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** A part of a sentence: words, an actor, or a record by its name. */
export type Part = string | { readonly actor: StoryActor } | Named;

/** A record, shown by its name. */
interface Named {
  readonly path: string;
  readonly id: string;
}

/** Returns the sentence of an entry, such as “Priya Raman became owner”. */
export function sentenceOf(of: Resource, entry: StoryEntry): readonly Part[] {
  return sentences[entry.kind](of, entry).filter((part) => part !== "");
}

type Sentence = (of: Resource, entry: StoryEntry) => readonly Part[];

const sentences: Readonly<Record<StoryKind, Sentence>> = {
  began: (of, { actor }) => {
    const name = inSentence(of.name);
    const verb = of.lifecycle?.began === undefined ? "raised" : "declared";
    return actor ? [{ actor }, ` ${verb} the ${name}`] : [`The ${name} was ${verb}`];
  },
  state: (_, entry) => {
    const state = newValue(entry);
    return entry.actor
      ? [{ actor: entry.actor }, " set the state to ", state]
      : ["The state became ", state];
  },
  status: (_, entry) => [targetOf(entry), " became ", newValue(entry), ...by(entry)],
  alert: (_, entry) => [subjectOf(entry), " was raised"],
  member: (of, entry) => [subjectOf(entry), ` belongs to the ${inSentence(of.name)}`],
  note: (_, { actor, subject }) => {
    const isPublic = resourceAt(subject.resource)?.readByVisitors === true;
    const note = isPublic ? "a public note" : "a note";
    return actor ? [{ actor }, ` wrote ${note}`] : [sentenceCase(`${note.slice(2)} was written`)];
  },
  person: personSentence,
  escalation: (_, entry) => ["Escalation reached ", subjectOf(entry)],
  feed: (_, { actor }) => (actor ? [{ actor }, " posted"] : ["Posted"]),
  task: (_, entry) => [subjectOf(entry), " was created", ...by(entry)],
  change: (of, { actor, verb, changes = [] }) => {
    const who: Part = actor ? { actor } : "Someone";
    if (verb === "noted") return [who, " made an entry in the change log"];
    const { byColumn } = shapeOf(of);
    const titles = changes.flatMap(({ field }) => {
      const column = byColumn.get(field);
      return column ? [titleOf(column)] : [];
    });
    const shown = titles.length > 3 ? [`${titles.length} fields`] : titles;
    const rule = actor?.byRule ? ", as the effect of another change" : "";
    return [who, ` changed ${shown.join(", ") || "the record"}${rule}`];
  },
};

/** “Priya Raman became owner”, “Amara Okafor joined as Scribe”; the actor if it is another user. */
function personSentence(_: Resource, entry: StoryEntry): readonly Part[] {
  const { actor, verb } = entry;
  const relations = relationsOf(entry);
  const who = relations.find(({ field }) => resourceAt(field.to ?? "")?.canOwn);
  const role = relations.find(({ field }) => resourceAt(field.to ?? "")?.leads !== undefined);
  const person = who && recordIn(entry, who);
  if (!person) return [subjectOf(entry), ` was ${verb}`, ...by(entry)];
  const isSelf = actor?.type === "user" && actor.id === person.id;
  return [person, ...partTaken(entry, role), ...(isSelf ? [] : by(entry))];
}

/** The end of the sentence about a user, with their role if they have one. */
function partTaken(entry: StoryEntry, role: Column | undefined): readonly Part[] {
  const named = role && recordIn(entry, role);
  if (entry.verb === "removed") return named ? [" left the role ", named] : [" is no longer owner"];
  return named ? [" joined as ", named] : [" became owner"];
}

function recordIn({ data }: StoryEntry, { name, field }: Column): Named | undefined {
  const id = data[name];
  return typeof id === "string" ? { path: field.to ?? "", id } : undefined;
}

function by({ actor }: StoryEntry): readonly Part[] {
  return actor ? [", by ", { actor }] : [];
}

function subjectOf({ subject }: StoryEntry): Part {
  return { path: subject.resource, id: subject._id };
}

/** The value that an event sets: a state or a status. */
function newValue(entry: StoryEntry): Part {
  return relationNamed(entry, resourceAt(entry.subject.resource)?.sets?.value);
}

/** The record whose value an event sets. */
function targetOf(entry: StoryEntry): Part {
  return relationNamed(entry, resourceAt(entry.subject.resource)?.sets?.owner);
}

function relationNamed(entry: StoryEntry, name: string | undefined): Part {
  const resource = resourceAt(entry.subject.resource);
  const column = resource && shapeOf(resource).byName.get(name ?? "")?.column;
  return (column && recordIn(entry, column)) ?? "another value";
}

function relationsOf({ subject }: StoryEntry): readonly Column[] {
  const resource = resourceAt(subject.resource);
  if (!resource) return [];
  return shapeOf(resource).columns.filter(
    ({ relation, field }) => relation !== undefined && field.writtenBy !== "server",
  );
}

/** Returns the name of an actor. A name that the user may not read is left out. */
export function actorName({ type, name }: StoryActor): string {
  const unnamed = { user: "A user", apiKey: "An API key", system: "Tocsin" };
  if (name === null || name === "") return unnamed[type];
  return type === "apiKey" ? `API key ${bidiIsolate(name)}` : bidiIsolate(name);
}
