import { newRow } from "@/lib/operations/rows/new-row";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { Row } from "@/lib/schema/row";
import { membershipFrom } from "./membership-from";

interface Newcomer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface Origin {
  /** The user that records already refer to. */
  readonly known: Row | undefined;
  readonly open: Row;
  readonly passwordHash: string;
}

/** Creates the account of an invited user and stores the grantor with it. */
export async function addAccount(
  transaction: Transaction,
  person: Newcomer,
  origin: Origin,
): Promise<void> {
  const { id, name, email } = person;
  const { known, open, passwordHash } = origin;
  const invited = {
    invitedByUserId: open.grantedByUserId ?? open.createdByUserId ?? null,
    invitedByKeyId: open.grantedByKeyId ?? null,
    invitedToProjectId: open.projectId ?? null,
  };
  if (known) await transaction.writer.updateQuietly(user, id, invited);
  else {
    const row = newRow(
      transaction.context,
      user,
      { _id: id, name, email, ...invited },
      transaction.now,
    );
    await transaction.changes.create(user, row);
  }
  await transaction.writer.auth.insertAccount({ id, name, email, passwordHash });
}

/** Creates the membership that an invitation offers, unless the user has one. */
export async function addMember(
  transaction: Transaction,
  open: Row,
  userId: string,
): Promise<void> {
  const projectId = String(open.projectId);
  const filter = { op: "eq", column: "userId", value: userId } as const;
  if ((await transaction.writer.count(member, { projects: [projectId], filter })) > 0) return;
  await transaction.changes.create(member, membershipFrom(transaction, open, userId));
}
