import { z } from "zod";
import { endpoint, type ReplyOf, type Said } from "./endpoint";
import { ofProject, sentId } from "./inputs";
import { dateTime, empty, id, text, texts, yesOrNo } from "./parts";

const shared = { tag: "Signing in and people", caller: "caller" } as const;
const read = { ...shared, method: "GET", effect: "reads", problems: [400, 404] } as const;
const write = { ...shared, method: "POST", effect: "writes", reply: empty } as const;

export const lastSeen = endpoint({
  ...read,
  path: "/api/last-seen",
  summary: "List when the people of a project last used the console",
  query: ofProject,
  reply: z.object({
    data: z
      .record(text, dateTime)
      .meta({ description: "By the id of each person who has a session." }),
  }),
});

const owner = z.object({ _id: id, name: text, email: text, isDisabled: yesOrNo });

export const deploymentOwners = endpoint({
  ...read,
  path: "/api/deployment-owner",
  summary: "List the owners of the deployment",
  query: ofProject,
  reply: z.object({
    data: z.array(owner).meta({
      description: "Owners of the whole deployment; they are members of no project for it.",
    }),
  }),
});

export const makeResetLink = endpoint({
  ...write,
  path: "/api/user/:id/reset-link",
  summary: "Create a password reset link for a person",
  reply: z.object({
    /** A path on this server, or an absolute URL if the server knows its own address. */
    link: text,
    expiresAt: text,
  }),
  problems: [404, 409],
});

export const disablePerson = endpoint({
  ...write,
  path: "/api/user/:id/disable",
  summary: "Disable a person",
  problems: [404, 409],
});

export const enablePerson = endpoint({
  ...write,
  path: "/api/user/:id/enable",
  summary: "Enable a person",
  problems: [404, 409],
});

export const endPersonSessions = endpoint({
  ...write,
  path: "/api/user/:id/end-sessions",
  summary: "End all sessions of a person",
  problems: [404, 409],
});

const issued = { permissions: texts, expiresAt: dateTime.nullable() };

const key = z.object({
  ...{ _id: id, name: text, prefix: text.nullable(), projectId: text.nullable() },
  ...{ lastUsedAt: dateTime.nullable(), ...issued },
});

export const issuedAccess = endpoint({
  ...read,
  path: "/api/user/:id/issued-access",
  summary: "List the keys and open invitations that a person created",
  query: z.object({ projectId: sentId().optional() }),
  reply: z.object({
    /** Working keys. They keep working after the user leaves. */
    keys: z.array(key),
    /** Open invitations. They are revoked when the user is disabled, removed or loses rights. */
    invitations: z.array(z.object({ _id: id, email: text, projectId: id, ...issued })),
  }),
});

const orphanedKey = z.object({
  ...{ _id: id, createdBy: z.object({ _id: id, name: text }) },
  reason: z.enum(["disabled", "removed"]),
});

export const orphanedKeys = endpoint({
  ...read,
  path: "/api/orphaned-key",
  summary: "List the working keys of a project whose creators left",
  query: ofProject,
  reply: z.object({ count: z.int(), data: z.array(orphanedKey) }),
});

const origin = z.object({
  /** Null for a user who cannot sign in. */
  createdAt: dateTime.nullable(),
  /** Null if the user never signed in, or only before this was recorded. */
  firstSignInAt: dateTime.nullable(),
  /** The user or key that sent the invitation. Null when unknown or hidden from the caller. */
  invitedBy: text.nullable(),
  /** True if the invitation was to another project. */
  isFromElsewhere: yesOrNo,
  /** True for a user of the sample project. The address is made up, and no link enables sign-in. */
  isSample: yesOrNo,
});

export const accountOrigins = endpoint({
  ...read,
  path: "/api/account-origin",
  summary: "List the origins of the accounts of a project's people",
  query: ofProject,
  reply: z.object({
    data: z
      .record(text, origin)
      .meta({ description: "By the id of each person, pending members included." }),
  }),
});

export type IssuedAccess = ReplyOf<typeof issuedAccess>;
export type IssuedKey = Said<z.output<typeof key>>;
export type OrphanedKey = Said<z.output<typeof orphanedKey>>;
export type AccountOrigin = Said<z.output<typeof origin>>;
export type DeploymentOwner = Said<z.output<typeof owner>>;
export type OneTimeLink = ReplyOf<typeof makeResetLink>;
