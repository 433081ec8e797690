import { addNotice } from "@/lib/auth/access-log/notices";
import { passwordFaults } from "@/lib/auth/passwords/password";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { endSessions } from "@/lib/auth/sessions/end-session";
import type { Device } from "@/lib/auth/sessions/session";
import { AppError, invalid } from "@/lib/errors";
import type { ClosedLink } from "@/lib/operations/people/closed-link";
import { openOffers } from "@/lib/operations/people/pending-invitations";
import { personalWords } from "@/lib/operations/people/personal-words";
import { samplePeople } from "@/lib/operations/people/sample-people";
import { contextOf } from "@/lib/operations/rows/person";
import { findRow } from "@/lib/operations/rows/read-record";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { user } from "@/lib/resources/settings/user";
import type { Row } from "@/lib/schema/row";
import { isUuid } from "@/lib/schema/values/uuid";
import type { Reader, Store, Writer } from "@/lib/store/port/store";
import { isAddressTaken, type OpenLink, openLinkOf, resetLinkName } from "./reset-link";

/** Returns the address whose password a link sets, or why the link is closed. */
export async function lookUpReset(
  store: Store,
  token: string,
  now: Date,
): Promise<{ readonly isOpen: true; readonly email: string } | ClosedLink> {
  const person = await personOfLink(store, token, now);
  if (!person) return { isOpen: false, reason: ended };
  return { isOpen: true, email: String(person.email) };
}

interface Reset {
  readonly token: string;
  readonly password: string;
  /** Origin of the request. */
  readonly device: Device;
  readonly requestId: string;
  readonly now: () => Date;
  /** Public address of the deployment, if known. */
  readonly publicUrl?: string | undefined;
}

/**
 * Sets a new password with a one-use link and ends all sessions of the user. The change log and the
 * user's notices record it. A link created by a project owner also closes the user's open offers,
 * which must then be made again. Throws 404 for a link that is no longer open, 400 for a rejected
 * password.
 */
export async function resetPassword(
  store: Store,
  asked: Reset,
): Promise<{ readonly email: string }> {
  // Read before any transaction, so that a closed link costs as little as an unknown one.
  const person = await personOfLink(store, asked.token, asked.now());
  if (!person) throw linkEnded();
  const [id, email] = [String(person._id), String(person.email)];
  const name = String(person.name ?? email);
  const own = await personalWords(store.reader, { id, name, email }, asked.publicUrl);
  const faults = await passwordFaults("password", asked.password, own);
  if (faults.length > 0) throw invalid(faults);
  const passwordHash = await hashPassword(asked.password);
  const { requestId, device } = asked;
  const plain = contextOf(store, { id, name }, requestId, asked.now);
  const context = { ...plain, readDevice: () => device };
  await inTransaction(context, async (tx) => {
    const { writer, changes } = tx;
    const now = new Date(tx.now);
    const link = await openLink(writer, partsOf(asked.token), now);
    if (!link || (await isAddressTaken(writer, person))) throw linkEnded();
    await writer.auth.deleteOneUseLink(resetLinkName(id));
    await setPassword(writer, person, passwordHash);
    await endSessions(writer, { allOf: id });
    await changes.note(user, "password-reset", { projectId: null, _id: id }, {});
    const offers = link.closesOffers ? await openOffers(writer, id, now) : [];
    for (const { resource, row } of offers) await changes.remove(resource, row);
    await addNotice(writer, id, { at: tx.now, event: "reset_link_used", address: device.address });
    await tx.logAccess({ event: "reset_link_used" });
  });
  return { email };
}

/** Returns the user of an open link; undefined also if the user cannot get an account. */
async function personOfLink(store: Store, token: string, now: Date): Promise<Row | undefined> {
  const parts = partsOf(token);
  // Both are read in every case, so that the response time does not reveal known users.
  const link = await openLink(store.reader, parts, now);
  const person = await personNamed(store, parts);
  if (!link || !person || (await isAddressTaken(store.reader, person))) return undefined;
  return person;
}

/** Returns the user of a link; undefined for sample users, whom not even an old link signs in. */
async function personNamed({ reader }: Store, { userId }: LinkParts): Promise<Row | undefined> {
  const person = await findRow(reader, user, userId, "all");
  return (await samplePeople(reader)).includes(userId) ? undefined : person;
}

/** Returns the parts of a link; `userId` is an unused id if the link has none. */
function partsOf(token: string): LinkParts {
  const [userId = "", secret = ""] = token.split(".");
  return { userId: isUuid(userId) ? userId : nobody, secret };
}

interface LinkParts {
  readonly userId: string;
  readonly secret: string;
}

const nobody = "00000000-0000-0000-0000-000000000000";

/** Returns an open link. It expires with the rights of its creator. */
async function openLink(
  reader: Reader,
  { userId, secret }: LinkParts,
  now: Date,
): Promise<OpenLink | undefined> {
  const kept = await reader.auth.oneUseLink(resetLinkName(userId));
  if (!kept || kept.expiresAt <= now) return undefined;
  return openLinkOf(reader, userId, { value: kept.value, secret, now });
}

/** Sets the password, or creates the account of a user without one. */
async function setPassword({ auth }: Writer, person: Row, passwordHash: string): Promise<void> {
  const id = String(person._id);
  const email = String(person.email);
  if (await auth.passwordHashOf(id)) await auth.setPasswordHash(id, passwordHash);
  else await auth.insertAccount({ id, email, name: String(person.name ?? email), passwordHash });
}

function linkEnded(): AppError {
  return new AppError("not_found", ended);
}

const ended = "This link was used or replaced, or has expired. Ask a project owner for a new one.";
