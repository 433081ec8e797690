import { granterOf, presentGranterOf } from "@/lib/auth/grantor";
import type { MembershipRequest } from "@/lib/contract/memberships";
import { AppError } from "@/lib/errors";
import { type Offer, openOffers } from "@/lib/operations/people/pending-invitations";
import { findRow, findRows } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { invitation } from "@/lib/resources/settings/invitation";
import { member, memberStates } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import { user } from "@/lib/resources/settings/user";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import { granterGone, membershipFrom } from "./membership-from";

/** Returns the projects that the caller is asked to join, newest first. Throws 403 for a key. */
export async function membershipRequests(context: Context): Promise<readonly MembershipRequest[]> {
  requirePerson(context);
  const { reader } = context.store;
  const found = await openOffers(reader, context.caller.id, context.now());
  const requests = await Promise.all(found.map(({ row }) => described(reader, row, context.now())));
  return requests.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/**
 * Makes the caller a member of the project. Throws 404 without such a request to the caller. Throws
 * 409 and closes the request if its grantor is disabled or no longer holds what it grants.
 */
export async function acceptRequest(
  context: Context,
  id: string,
): Promise<{ readonly projectId: string; readonly slug: string }> {
  requirePerson(context);
  const accepted = await inTransaction(context, async (transaction) => {
    const { writer } = transaction;
    const request = await requestWith(writer, context, id);
    const { resource, row } = request;
    if (!(await presentGranterOf(writer, row, context.now()))) {
      await transaction.changes.remove(resource, row);
      return undefined;
    }
    await join(transaction, request);
    const event = { event: "invitation_accepted", projectId: String(row.projectId) } as const;
    await transaction.logAccess(event);
    const place = await findRow(writer, project, String(row.projectId), "all");
    return { projectId: String(row.projectId), slug: String(place?.slug ?? row.projectId) };
  });
  if (!accepted) throw new AppError("conflict", granterGone);
  return accepted;
}

/** Declines a request. Throws 404 without such a request to the caller. */
export async function declineRequest(context: Context, id: string): Promise<void> {
  requirePerson(context);
  await inTransaction(context, async ({ writer, changes }) => {
    const { resource, row } = await requestWith(writer, context, id);
    await changes.remove(resource, row);
  });
}

function requirePerson({ caller }: Context): void {
  if (caller.type === "user") return;
  throw new AppError("forbidden", "A key joins no project. Sign in as a person instead.");
}

async function requestWith(reader: Reader, context: Context, id: string): Promise<Offer> {
  const found = await openOffers(reader, context.caller.id, context.now());
  const request = found.find(({ row }) => row._id === id);
  if (request) return request;
  throw new AppError("not_found", "This request was withdrawn, answered or has expired.");
}

async function described(reader: Reader, row: Row, now: Date): Promise<MembershipRequest> {
  const place = await findRow(reader, project, String(row.projectId), "all");
  const granter = await granterOf(reader, row, now);
  const person = granter?.type === "user" ? await findRow(reader, user, granter.id, "all") : null;
  return {
    _id: String(row._id),
    projectId: String(row.projectId),
    projectName: String(place?.name ?? ""),
    invitedBy: granter ? { name: granter.name, email: person ? String(person.email) : null } : null,
    permissions: Array.isArray(row.permissions) ? row.permissions.map(String) : [],
    createdAt: String(row.createdAt),
    expiresAt: typeof row.expiresAt === "string" ? row.expiresAt : null,
  };
}

/**
 * Accepts an offer. A user who became a member in another way keeps that membership. An accepted
 * one begins now, because a project sees the history of a user since then.
 */
async function join(transaction: Transaction, { resource, row }: Offer): Promise<void> {
  const { changes, writer, context } = transaction;
  const joined = { state: memberStates.active, createdAt: transaction.now };
  if (resource === member) {
    await changes.update(member, row, joined);
    return;
  }
  const filter = { op: "eq", column: "userId", value: context.caller.id } as const;
  const [place] = await findRows(writer, member, { projects: [String(row.projectId)], filter });
  if (!place) await changes.create(member, membershipFrom(transaction, row, context.caller.id));
  else if (place.state === memberStates.pending) {
    await changes.update(member, place, { ...offered(row), ...joined });
  }
  await changes.remove(invitation, row);
}

function offered({ permissions = [], grantedByUserId = null, grantedByKeyId = null }: Row): Row {
  return { permissions, grantedByUserId, grantedByKeyId };
}
