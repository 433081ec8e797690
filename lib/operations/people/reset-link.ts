import {
  type Accounts,
  accountsOf,
  accountsWithin,
  createAccount,
  hashPassword,
} from "@/lib/auth/accounts";
import { deploymentOwners } from "@/lib/auth/deployment-owners";
import { passwordFaults } from "@/lib/auth/password";
import { ownersOfAllOnly, ownersOnly } from "@/lib/auth/permission";
import { hashSecret, makeToken } from "@/lib/auth/secret";
import { forgetSessions } from "@/lib/auth/session-caller";
import { AppError, invalid } from "@/lib/errors";
import type { Context } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/not-found";
import { findRow } from "@/lib/operations/read-whole";
import { member } from "@/lib/resources/member";
import { user } from "@/lib/resources/user";
import { ownerRole } from "@/lib/schema/access";
import type { Row } from "@/lib/schema/row";
import { isUuid } from "@/lib/schema/uuid";
import type { Store, Writer } from "@/lib/store/store";
import type { ClosedLink } from "./closed-link";
import { ownsDeployment } from "./person";

const lastsMs = 24 * 60 * 60 * 1000;

/** A one-use link, shown once. */
export interface ResetLink {
  readonly link: string;
  readonly expiresAt: string;
}

/**
 * A link with which a person sets a new password; the one made before no longer works. For owners of the deployment,
 * and of every project the person is in. Throws 404 for a person the caller cannot see, 403 for one they may not.
 */
export async function makeResetLink(context: Context, userId: string): Promise<ResetLink> {
  await requireOwnerOf(context, userId);
  const { store, now, policy } = context;
  const link = await newResetLink(store, userId, now());
  return { ...link, link: `${policy.publicUrl ?? ""}${link.link}` };
}

/** The same for whoever holds the database; `link` is a path. Throws 404 when there is no such person. */
export async function newResetLink(store: Store, userId: string, now: Date): Promise<ResetLink> {
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + lastsMs);
  await store.write(async (writer) => {
    if (!(await findRow(writer, user, userId, "all"))) throw notFound(user, userId);
    const accounts = await accountsWithin(writer);
    const identifier = identifierOf(userId);
    await accounts.deleteVerificationByIdentifier(identifier);
    await accounts.createVerificationValue({ identifier, value: hashSecret(token), expiresAt });
  });
  return { link: `/reset/${userId}.${token}`, expiresAt: expiresAt.toISOString() };
}

/** Whose password a link sets; why it sets none, when it is no longer open. */
export async function lookUpReset(
  store: Store,
  token: string,
  now: Date,
): Promise<{ readonly isOpen: true; readonly email: string } | ClosedLink> {
  const { userId, secret } = partsOf(token);
  // Both are asked for whatever the first says, so that the time taken does not tell who is known.
  const accounts = await accountsOf(store);
  const isOpen = await isLinkOpen(accounts, userId, secret, now);
  const person = await findRow(store.reader, user, userId, "all");
  if (!isOpen || !person) return { isOpen: false, reason: linkEnded };
  return { isOpen, email: String(person.email) };
}

interface Reset {
  readonly token: string;
  readonly password: string;
  readonly now: Date;
}

/**
 * Sets a new password by a link, once, and ends all sessions of the person. Throws 404 for a link that is no longer
 * open, 400 for a password that will not do.
 */
export async function resetPassword(
  store: Store,
  { token, password, now }: Reset,
): Promise<{ readonly email: string }> {
  const { person, secret } = await personOfLink(store, token);
  const [userId, email] = [String(person._id), String(person.email)];
  await store.write((writer) => requireOpen(writer, userId, secret, now));
  const faults = await passwordFaults("password", password, [email, String(person.name ?? "")]);
  if (faults.length > 0) throw invalid(faults);
  const passwordHash = await hashPassword(password);
  await store.write(async (writer) => {
    const accounts = await requireOpen(writer, userId, secret, now);
    await accounts.deleteVerificationByIdentifier(identifierOf(userId));
    await setPassword(writer, accounts, person, passwordHash);
    await accounts.deleteUserSessions(userId);
  });
  forgetSessions(store);
  return { email };
}

async function personOfLink(
  { reader }: Store,
  token: string,
): Promise<{ readonly person: Row; readonly secret: string }> {
  const { userId, secret } = partsOf(token);
  const person = await findRow(reader, user, userId, "all");
  if (!person) throw new AppError("not_found", linkEnded);
  return { person, secret };
}

/** What a link is made of; `userId` is nobody's id where it is none. */
function partsOf(token: string): { readonly userId: string; readonly secret: string } {
  const [userId = "", secret = ""] = token.split(".");
  return { userId: isUuid(userId) ? userId : nobody, secret };
}

const nobody = "00000000-0000-0000-0000-000000000000";

async function requireOpen(
  writer: Writer,
  userId: string,
  secret: string,
  now: Date,
): Promise<Accounts> {
  const accounts = await accountsWithin(writer);
  if (!(await isLinkOpen(accounts, userId, secret, now)))
    throw new AppError("not_found", linkEnded);
  return accounts;
}

async function isLinkOpen(
  accounts: Accounts,
  userId: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  const kept = await accounts.findVerificationValue(identifierOf(userId));
  return kept?.value === hashSecret(secret) && new Date(kept.expiresAt) > now;
}

/** People that records name may have had no way to sign in so far. */
async function setPassword(
  writer: Writer,
  accounts: Accounts,
  person: Row,
  passwordHash: string,
): Promise<void> {
  const id = String(person._id);
  const email = String(person.email);
  if (await accounts.findCredentialAccount(id)) await accounts.updatePassword(id, passwordHash);
  else await createAccount(writer, { id, email, name: String(person.name ?? email), passwordHash });
}

async function requireOwnerOf({ caller, store }: Context, userId: string): Promise<void> {
  const { reader } = store;
  if (ownsDeployment(caller)) return;
  const filter = { op: "eq", column: "userId", value: userId } as const;
  const places = await reader.find(member, { projects: "all", filter, columns: ["projectId"] });
  const held = places.map(({ projectId }) => caller.grants.get(String(projectId)));
  if (held.every((titles) => titles === undefined)) throw notFound(user, userId);
  // Asked first: who owns the deployment is not for everybody to find out.
  if (!held.every((titles) => titles?.has(ownerRole))) {
    throw ownersOfAllOnly(
      "Only an owner of every project this person is in, or of the whole deployment, may do this.",
    );
  }
  if (!(await deploymentOwners(reader)).includes(userId)) return;
  throw ownersOnly(
    "This person owns the whole deployment, so only an owner of it may do this.",
    "update",
  );
}

function identifierOf(userId: string): string {
  return `reset:${userId}`;
}

const linkEnded =
  "This link was used, replaced or has ended. Ask an owner of your project for a new one.";
