import { type AuthReader, type AuthWriter, sessionsPath } from "@/lib/store/port/auth-tables";
import type { ReadContext } from "@/lib/store/statement/read-context";
import {
  accountDates,
  accountOf,
  insertAccount,
  passwordHashOf,
  renameAccount,
  setPasswordHash,
} from "./accounts";
import { deleteOneUseLink, oneUseLink, putOneUseLink } from "./one-use-links";
import {
  confirmSession,
  deleteSessions,
  insertSession,
  noteSessionUse,
  sessionsOf,
  sessionWith,
} from "./sessions";

/** Returns the reads of accounts, sessions and one-use links over a connection. */
export function authReader(context: ReadContext): AuthReader {
  return {
    accountOf: (email) => accountOf(context, email),
    passwordHashOf: (userId) => passwordHashOf(context, userId),
    accountDates: (userIds) => accountDates(context, userIds),
    session: (tokenHash) => sessionWith(context, tokenHash),
    sessionsOf: (userIds) => sessionsOf(context, userIds),
    oneUseLink: (name) => oneUseLink(context, name),
  };
}

/**
 * Returns the changes of accounts, sessions and one-use links in a transaction. `onWrite` gets the
 * path of what the transaction wrote to.
 */
export function authWriter(
  context: ReadContext,
  now: () => Date,
  onWrite: (path: string) => void,
): AuthWriter {
  return {
    ...authReader(context),
    insertAccount: (account) => insertAccount(context, account, now()),
    renameAccount: (userId, name) => renameAccount(context, userId, name, now()),
    setPasswordHash: (userId, hash) => setPasswordHash(context, userId, hash, now()),
    insertSession: (session) => insertSession(context, session),
    noteSessionUse: (tokenHash, at) => noteSessionUse(context, tokenHash, at),
    confirmSession: (tokenHash, at) => {
      onWrite(sessionsPath);
      return confirmSession(context, tokenHash, at);
    },
    deleteSessions: (tokenHashes) => {
      onWrite(sessionsPath);
      return deleteSessions(context, tokenHashes);
    },
    putOneUseLink: (link) => putOneUseLink(context, link, now()),
    deleteOneUseLink: (name) => deleteOneUseLink(context, name),
  };
}
