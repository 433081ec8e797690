import { presentGranterOf } from "@/lib/auth/grantor";
import { hashSecret } from "@/lib/auth/keys/secret";
import { passwordFaults } from "@/lib/auth/passwords/password";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import type { Device } from "@/lib/auth/sessions/session";
import type { Invited } from "@/lib/contract/session";
import { AppError, invalid } from "@/lib/errors";
import type { ClosedLink } from "@/lib/operations/people/closed-link";
import { personalWords } from "@/lib/operations/people/personal-words";
import { contextOf } from "@/lib/operations/rows/person";
import { findRow, findRows } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { invitation } from "@/lib/resources/settings/invitation";
import { project } from "@/lib/resources/settings/project";
import { fieldFault } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import type { Reader, Store } from "@/lib/store/port/store";
import { addAccount, addMember } from "./add-account";
import { claimablePerson } from "./claimable-person";
import { granterGone } from "./membership-from";

/**
 * Returns the content of an invitation link, or why it cannot be used any more. It does not tell
 * whether the address has an account, because the inviter holds the link, too.
 */
export async function lookUpInvitation(
  store: Store,
  token: string,
  now: Date,
): Promise<Invited | ClosedLink> {
  const { reader } = store;
  const row = await invitationOf(reader, token, now);
  if (!row) return { isOpen: false, reason: invitationEnded };
  if (!(await presentGranterOf(reader, row, now))) return { isOpen: false, reason: granterGone };
  const place = await findRow(reader, project, String(row.projectId), "all");
  return {
    isOpen: true,
    email: String(row.email),
    name: typeof row.name === "string" ? row.name : null,
    projectName: String(place?.name ?? ""),
    expiresAt: String(row.expiresAt),
  };
}

interface Acceptance {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password: string;
  readonly requestId: string;
  readonly device?: Device;
  readonly now: () => Date;
  /** Public address of the deployment, if known. */
  readonly publicUrl?: string | undefined;
}

/** A user who just joined. */
export interface Accepted {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly projectId: string;
  /** Slug of the project. */
  readonly slug: string;
  /** The stored hash of the new password. */
  readonly passwordHash: string;
}

/**
 * Uses up an invitation and creates an account and a membership. Of several concurrent calls
 * exactly one succeeds. Throws 404 for a link that is no longer open, or whose grantor may no
 * longer give what it grants; 400 for an invalid name or password; 409 if the address has an
 * account, because no link joins an account to a project.
 */
export async function acceptInvitation(store: Store, asked: Acceptance): Promise<Accepted> {
  const row = await openInvitation(store.reader, asked.token, asked.now());
  const email = String(row.email);
  const invited = contextFor(store, { id: newId(), name: email }, asked);
  if (!(await presentGranterOf(store.reader, row, asked.now()))) {
    await inTransaction(invited, (tx) => close(tx, asked));
    throw new AppError("not_found", granterGone);
  }
  // Before the account is looked up, so that a rejected password does not tell whether there is one.
  await checkNewcomer(store, asked, row);
  if (await store.reader.auth.accountOf(email)) {
    // Another call may have used the link since it was read.
    await openInvitation(store.reader, asked.token, asked.now());
    throw new AppError("conflict", hasAccount);
  }
  const passwordHash = await hashPassword(asked.password);
  const accepted = await inTransaction(invited, async (tx) => {
    const { writer } = tx;
    const open = await openInvitation(writer, asked.token, asked.now());
    if (await writer.auth.accountOf(email)) {
      throw new AppError(
        "conflict",
        "An account for this e-mail was just created. Sign in with its password.",
      );
    }
    const granter = await presentGranterOf(writer, open, asked.now());
    if (!granter) return close(tx, asked);
    const known = await claimablePerson(writer, email, granter);
    const name = String(known?.name ?? asked.name ?? open.name ?? email);
    const id = String(known?._id ?? newId());
    const place = await findRow(writer, project, String(open.projectId), "all");
    const person = {
      ...{ id, name, email, projectId: String(open.projectId) },
      slug: String(place?.slug ?? open.projectId),
    };
    const transaction = tx.for(contextFor(store, person, asked));
    await addAccount(transaction, person, { known, open, passwordHash });
    await addMember(transaction, open, id);
    await transaction.changes.remove(invitation, open);
    const { projectId } = person;
    await transaction.logAccess({ event: "invitation_accepted", projectId });
    return person;
  });
  if (!accepted) throw new AppError("not_found", granterGone);
  return { ...accepted, passwordHash };
}

/** Deletes an invitation whose grantor may no longer give what it grants. */
async function close({ writer, changes }: Transaction, asked: Acceptance): Promise<undefined> {
  const row = await openInvitation(writer, asked.token, asked.now());
  await changes.remove(invitation, row);
}

async function openInvitation(reader: Reader, token: string, now: Date): Promise<Row> {
  const row = await invitationOf(reader, token, now);
  if (row) return row;
  throw new AppError("not_found", invitationEnded);
}

const invitationEnded =
  "This invitation was used or revoked, or has expired. Ask the sender for a new one.";

const hasAccount =
  "This e-mail has an account. Sign in with it, then accept the invitation on your account page.";

async function invitationOf(reader: Reader, token: string, now: Date): Promise<Row | undefined> {
  const [row] = await findRows(reader, invitation, {
    projects: "all",
    filter: { op: "eq", column: "tokenHash", value: hashSecret(token) },
    limit: 1,
  });
  return row && Date.parse(String(row.expiresAt)) > now.getTime() ? row : undefined;
}

async function checkNewcomer({ reader }: Store, asked: Acceptance, open: Row): Promise<void> {
  const { name = "", password } = asked;
  const person = { name, email: String(open.email), joins: String(open.projectId) };
  const own = await personalWords(reader, person, asked.publicUrl);
  const faults = [...(await passwordFaults("password", password, own))];
  if (name.trim() === "" || name.length > 100) {
    faults.push(fieldFault("name", "must have 1 to 100 characters"));
  }
  if (faults.length > 0) throw invalid(faults);
}

function contextFor(
  store: Store,
  person: Pick<Accepted, "id" | "name">,
  { requestId, now, device }: Pick<Acceptance, "requestId" | "now" | "device">,
): Context {
  return {
    ...contextOf(store, person, requestId, now),
    ...(device && { readDevice: () => device }),
  };
}
