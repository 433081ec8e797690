import { accountsOf, accountsWithin, createAccount, hashPassword } from "@/lib/auth/accounts";
import { passwordFaults } from "@/lib/auth/password";
import { hashSecret } from "@/lib/auth/secret";
import { AppError, invalid } from "@/lib/errors";
import { changesOf } from "@/lib/operations/changes";
import { newRow } from "@/lib/operations/new-row";
import { everyColumn, findRow } from "@/lib/operations/read-whole";
import type { Moment } from "@/lib/operations/rules/rules";
import { invitation } from "@/lib/resources/invitation";
import { member } from "@/lib/resources/member";
import { project } from "@/lib/resources/project";
import { user } from "@/lib/resources/user";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/new-id";
import type { Reader, Store, Writer } from "@/lib/store/store";
import type { ClosedLink } from "./closed-link";
import { contextOf, personByEmail } from "./person";

/** What an invitation says to whom it was sent. */
export interface Invited {
  readonly isOpen: true;
  readonly email: string;
  readonly name: string | null;
  readonly projectName: string;
  readonly expiresAt: string;
  /** They sign in with the password they have. */
  readonly hasAccount: boolean;
}

/** What a person is shown who opens the link; why it leads nowhere, when it was used, revoked or has ended. */
export async function lookUpInvitation(
  store: Store,
  token: string,
  now: Date,
): Promise<Invited | ClosedLink> {
  const { reader } = store;
  const row = await invitationOf(reader, token, now);
  if (!row) return { isOpen: false, reason: invitationEnded };
  const place = await findRow(reader, project, String(row.projectId), "all");
  const account = await (await accountsOf(store)).findUserByEmail(String(row.email));
  return {
    isOpen: true,
    email: String(row.email),
    name: typeof row.name === "string" ? row.name : null,
    projectName: String(place?.name ?? ""),
    expiresAt: String(row.expiresAt),
    hasAccount: account !== null,
  };
}

interface Acceptance {
  readonly token: string;
  /** Needed from who has no account yet. */
  readonly name?: string;
  readonly password: string;
  readonly requestId: string;
  readonly now: () => Date;
  /** Throws unless `password` is the one of the account with this e-mail. */
  readonly isPasswordOf: (email: string) => Promise<void>;
}

/** A person who just came in. */
export interface Accepted {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly projectId: string;
}

/**
 * Uses an invitation up: makes the account where there is none, and the place in the project. Of several at once
 * exactly one succeeds. Throws 404 for a link that is no longer open, 400 for a name or password that will not do,
 * what `isPasswordOf` throws for a person who has an account already.
 */
export async function acceptInvitation(store: Store, asked: Acceptance): Promise<Accepted> {
  const row = await openInvitation(store.reader, asked.token, asked.now());
  const email = String(row.email);
  const hasAccount = (await (await accountsOf(store)).findUserByEmail(email)) !== null;
  if (hasAccount) await asked.isPasswordOf(email);
  else await checkNewcomer(asked, email);
  const passwordHash = hasAccount ? undefined : await hashPassword(asked.password);
  return store.write(async (writer) => {
    const open = await openInvitation(writer, asked.token, asked.now());
    const known = await personByEmail(writer, email);
    const name = String(known?.name ?? asked.name ?? open.name ?? email);
    const person = {
      id: String(known?._id ?? newId()),
      name,
      email,
      projectId: String(open.projectId),
    };
    const moment = momentFor(store, writer, person, asked);
    if (!known)
      await moment.changes.create(user, rowOf(moment, user, { _id: person.id, name, email }));
    if (passwordHash !== undefined) await addAccount(writer, person, passwordHash);
    await addMember(moment, open, person.id);
    await moment.changes.remove(invitation, open);
    return person;
  });
}

async function openInvitation(reader: Reader, token: string, now: Date): Promise<Row> {
  const row = await invitationOf(reader, token, now);
  if (row) return row;
  throw new AppError("not_found", invitationEnded);
}

const invitationEnded =
  "This invitation was used, revoked or has ended. Ask the person who sent it for a new one.";

async function invitationOf(reader: Reader, token: string, now: Date): Promise<Row | undefined> {
  const [row] = await reader.find(invitation, {
    projects: "all",
    filter: { op: "eq", column: "tokenHash", value: hashSecret(token) },
    columns: everyColumn(invitation),
    limit: 1,
  });
  return row && Date.parse(String(row.expiresAt)) > now.getTime() ? row : undefined;
}

async function checkNewcomer({ name = "", password }: Acceptance, email: string): Promise<void> {
  const faults = [...(await passwordFaults("password", password, [email, name]))];
  if (name.trim() === "" || name.length > 100) {
    faults.push(faultAt(["name"], "name", "must have 1 to 100 characters"));
  }
  if (faults.length > 0) throw invalid(faults);
}

function momentFor(
  store: Store,
  writer: Writer,
  person: Pick<Accepted, "id" | "name">,
  { requestId, now }: Acceptance,
): Moment {
  const context = contextOf(store, person, requestId, now);
  const at = now().toISOString();
  return { context, writer, now: at, changes: changesOf(writer, context, "console", at) };
}

function rowOf({ context, now }: Moment, resource: typeof user, data: Row): Row {
  return newRow(context, resource, data, now);
}

/** Another invitation of the same person may have been accepted since the look before the transaction. */
async function addAccount(writer: Writer, person: Accepted, passwordHash: string): Promise<void> {
  const accounts = await accountsWithin(writer);
  if (await accounts.findUserByEmail(person.email)) {
    throw new AppError(
      "conflict",
      "You have an account since a moment ago. Use its password here.",
    );
  }
  const { id, name, email } = person;
  await createAccount(writer, { id, name, email, passwordHash });
}

async function addMember(moment: Moment, open: Row, userId: string): Promise<void> {
  const projectId = String(open.projectId);
  const filter = { op: "eq", column: "userId", value: userId } as const;
  if ((await moment.writer.count(member, { projects: [projectId], filter })) > 0) return;
  const data = { projectId, userId, permissions: open.permissions ?? [] };
  const row = rowOf(moment, member, data);
  await moment.changes.create(member, { ...row, createdByUserId: open.createdByUserId ?? null });
}
