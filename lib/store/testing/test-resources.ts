import * as fields from "@/lib/schema/fields";
import { defineResource, type Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";

const inTests = { group: "settings", about: "For tests.", label: "name" } as const;

/** A resource with a field of every kind. */
export const thing = defineResource({
  ...inTests,
  path: "test-thing",
  name: "Thing",
  plural: "Things",
  permission: "Thing",
  unique: [["projectId", "name"]],
  fields: {
    name: fields.text(),
    slug: fields.slug({ from: "name" }),
    notes: fields.longText(),
    story: fields.veryLongText(),
    page: fields.markdown(),
    due: fields.date(),
    isOpen: fields.boolean(),
    weight: fields.number(),
    place: fields.smallNumber(),
    data: fields.json(),
    tint: fields.color(),
    contact: fields.email(),
    secret: fields.hashed(),
    link: fields.url(),
    files: fields.file(),
    words: fields.textList(),
    owner: fields.relation("user"),
    box: fields.relation("test-box"),
    lid: fields.relation("test-box"),
    backup: fields.relation("test-box", { indexed: false }),
    boxes: fields.relationList("test-box"),
  },
});

export const box = defineResource({
  ...inTests,
  path: "test-box",
  name: "Box",
  plural: "Boxes",
  permission: "Box",
  fields: {
    name: fields.text(),
    size: fields.number(),
    shelf: fields.relation("test-box"),
    order: fields.smallNumber({ ordersWithin: "projectId" }),
  },
});

export const person: Resource = {
  ...defineResource({
    ...inTests,
    path: "user",
    name: "User",
    plural: "Users",
    permission: "User",
    scope: "people",
    unique: [["email"]],
    common: "bare",
    timeField: "createdAt",
    fields: {},
  }),
  fields: {
    _id: fields.id(),
    createdAt: fields.date({ writtenBy: "server" }),
    version: fields.number({ hidden: true }),
    name: fields.text(),
    email: fields.email(),
  },
};

export const membership = defineResource({
  ...inTests,
  path: "member",
  name: "Member",
  plural: "Members",
  permission: "Member",
  fields: { user: fields.relation("user"), state: fields.text({ default: "active" }) },
});

export const space = defineResource({
  ...inTests,
  path: "project",
  name: "Project",
  plural: "Projects",
  permission: "Project",
  scope: "self",
  fields: { name: fields.text() },
});

export const log = defineResource({
  ...inTests,
  path: "change-log",
  name: "Change",
  plural: "Changes",
  permission: "Change",
  common: "bare",
  timeField: "at",
  fields: {
    sequence: fields.number({ isSequence: true }),
    at: fields.date({ required: true }),
    after: fields.json(),
  },
});

/** Every resource of the store's tests. */
export const testResources: readonly Resource[] = [thing, box, person, membership, space, log];

/** Ids of two separate projects. */
export const here = "11111111-1111-4111-8111-111111111111";
export const there = "22222222-2222-4222-8222-222222222222";

/** Returns a row with an id, times and the project `here`, overridden by `values`. */
export function row(values: Row = {}): Row {
  const id = newId();
  const at = "2030-01-01T00:00:00.000Z";
  return { _id: id, createdAt: at, updatedAt: at, projectId: here, slug: id, ...values };
}
