import { addNotice } from "@/lib/auth/access-log/notices";
import type { Caller } from "@/lib/auth/grants/caller";
import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import { ownersOfAllOnly, ownersOnly } from "@/lib/auth/grants/permission";
import { hashSecret, makeToken } from "@/lib/auth/keys/secret";
import { activeMembershipsOf, callerOfUser } from "@/lib/auth/sessions/session-caller";
import type { OneTimeLink } from "@/lib/contract/people";
import { AppError } from "@/lib/errors";
import { requireConfirmation } from "@/lib/operations/access/confirmation";
import { openOffers } from "@/lib/operations/people/pending-invitations";
import { samplePeople } from "@/lib/operations/people/sample-people";
import { ownsDeployment } from "@/lib/operations/rows/person";
import { findRow, notFound } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import { ownerRole } from "@/lib/schema/permission-titles";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

const lastsMs = 24 * 60 * 60 * 1000;

/**
 * Creates a link that sets a user's new password; the previous link stops working. For deployment
 * owners, and for owners of every project that the user is in or is asked to join, because the
 * link's creator could accept in the user's name. Throws 404 for a user the caller cannot see, 403
 * for one outside these rights.
 */
export async function makeResetLink(context: Context, userId: string): Promise<OneTimeLink> {
  requirePerson(context);
  const refusal = await refusalFor(context.store.reader, context.caller, userId, context.now());
  if (refusal) throw refusal;
  requireConfirmation(context);
  const link = await newResetLink(context, userId);
  return { ...link, link: `${context.policy.publicUrl ?? ""}${link.link}` };
}

/**
 * Creates a reset link without permission checks, for the operator; `link` is a path. The change
 * log and the user's notices name its creator. Throws 404 for an unknown user, 409 for one who
 * cannot sign in.
 */
export async function newResetLink(context: Context, userId: string): Promise<OneTimeLink> {
  const token = makeToken();
  const expiresAt = new Date(context.now().getTime() + lastsMs);
  await inTransaction(context, async (tx) => {
    const { writer } = tx;
    const person = await findRow(writer, user, userId, "all");
    if (!person) throw notFound(user, userId);
    if ((await samplePeople(writer)).includes(userId)) throw new AppError("conflict", isSample);
    if (await isAddressTaken(writer, person)) throw new AppError("conflict", isTaken);
    const { type, id, name } = context.caller;
    const value = keptAs({ tokenHash: hashSecret(token), ...(type === "user" && { madeBy: id }) });
    await writer.auth.putOneUseLink({ name: resetLinkName(userId), value, expiresAt });
    const about = { projectId: null, _id: userId };
    const ends = { expiresAt: expiresAt.toISOString() };
    await tx.changes.note(user, "reset-link", about, ends);
    await addNotice(writer, userId, {
      at: tx.now,
      event: "reset_link_made",
      by: type === "user" ? name : null,
    });
    await tx.logAccess({ event: "reset_link_made", accountId: userId });
  });
  return { link: `/reset#${userId}.${token}`, expiresAt: expiresAt.toISOString() };
}

/**
 * Throws 403 for a key. A link gives its holder the user's identity, so a leaked key could act
 * beyond its own revocation.
 */
function requirePerson({ caller }: Context): void {
  if (caller.type !== "apiKey") return;
  const detail = "A key cannot make a reset link. Sign in to the console and make the link there.";
  throw new AppError("forbidden", detail);
}

/** Returns the error for a caller who may not create a link for a user; undefined if they may. */
async function refusalFor(
  reader: Reader,
  { grants }: Pick<Caller, "grants">,
  userId: string,
  now: Date,
): Promise<AppError | undefined> {
  if (ownsDeployment({ grants })) return undefined;
  const filter = activeMembershipsOf(userId);
  const places = await reader.find(member, { projects: "all", filter, columns: ["projectId"] });
  const heldIn = ({ projectId }: Row) => grants.get(String(projectId));
  if (places.every((place) => heldIn(place) === undefined)) return notFound(user, userId);
  const offers = await openOffers(reader, userId, now);
  const all = [...places, ...offers.map(({ row }) => row)];
  // Checked first, because the deployment owners are not public.
  if (!all.every((place) => heldIn(place)?.has(ownerRole))) {
    return ownersOfAllOnly(
      "Only an owner of every project this person is in or is asked to join, or of the whole deployment, may do this.",
    );
  }
  if (!(await deploymentOwners(reader)).includes(userId)) return undefined;
  return ownersOnly(
    "This person owns the whole deployment, so only an owner of it may do this.",
    "update",
  );
}

/** Stored part of a link. */
interface KeptLink {
  readonly tokenHash: string;
  /** Id of the user who created it; absent for a link of the operator and of an earlier version. */
  readonly madeBy?: string;
}

function keptAs({ tokenHash, madeBy }: KeptLink): string {
  return madeBy === undefined ? tokenHash : `${tokenHash}.${madeBy}`;
}

/** A usable link. */
export interface OpenLink {
  /**
   * True unless the operator or a deployment owner created it. Other creators must not accept
   * offers in the user's name.
   */
  readonly closesOffers: boolean;
}

/**
 * Returns the stored link with this secret; undefined for another secret, or if its creator has
 * lost the right to create it.
 */
export async function openLinkOf(
  reader: Reader,
  userId: string,
  { value, secret, now }: { readonly value: string; readonly secret: string; readonly now: Date },
): Promise<OpenLink | undefined> {
  const [tokenHash, madeBy] = value.split(".");
  if (tokenHash !== hashSecret(secret)) return undefined;
  if (madeBy === undefined) return { closesOffers: false };
  const maker = await callerOfUser({ reader }, madeBy);
  if (!maker || (await refusalFor(reader, maker.caller, userId, now))) return undefined;
  return { closesOffers: !ownsDeployment(maker.caller) };
}

/**
 * Returns true for a user without an account whose address belongs to the account of another one.
 * Accounts are unique by address, so this user cannot get one.
 */
export async function isAddressTaken({ auth }: Reader, { _id, email }: Row): Promise<boolean> {
  if (await auth.passwordHashOf(String(_id))) return false;
  return (await auth.accountOf(String(email))) !== undefined;
}

/** Returns the name of a user's link among the one-use links. */
export function resetLinkName(userId: string): string {
  return `reset:${userId}`;
}

const isSample =
  "This user belongs to the sample project and cannot sign in. Invite a user by their own e-mail address instead.";

const isTaken =
  "This user cannot get a password, because another user has an account with the same e-mail address. Invite that address: its user then accepts on the account page.";
