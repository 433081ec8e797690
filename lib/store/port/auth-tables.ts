/** The account of a user: the e-mail address, and the hash of the password that signs it in. */
export interface StoredAccount {
  /** The id of the user. */
  readonly id: string;
  /** Absent for an account without a password. */
  readonly passwordHash: string | undefined;
}

/** An account to be created. */
export interface NewAccount {
  /** The id of the user. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** A session to be created. */
export interface NewSession {
  readonly userId: string;
  /** The only stored form of the token. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string;
}

/** A stored session. It may have expired. */
export interface StoredSession extends NewSession {
  readonly id: string;
  readonly lastUsedAt: Date;
  /** The last time the user entered the password in the session; null since the sign-in. */
  readonly confirmedAt: Date | null;
}

/** A link that works once. It may have expired. */
export interface OneUseLink {
  /** Identifies the link. A new link of the same name replaces the previous one. */
  readonly name: string;
  readonly value: string;
  readonly expiresAt: Date;
}

/** Reads of accounts. */
export interface AccountReader {
  /** Returns the account with an e-mail address in any case, or undefined. */
  accountOf(email: string): Promise<StoredAccount | undefined>;
  /** Returns the hash of a user's password, or undefined. */
  passwordHashOf(userId: string): Promise<string | undefined>;
  /** Returns when the accounts of users were created, by id. Users without one are absent. */
  accountDates(userIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

/** Changes of accounts. */
export interface AccountWriter {
  /** Throws `conflict` if the e-mail address has an account. */
  insertAccount(account: NewAccount): Promise<void>;
  renameAccount(userId: string, name: string): Promise<void>;
  setPasswordHash(userId: string, passwordHash: string): Promise<void>;
}

/** Reads of sessions. */
export interface SessionReader {
  session(tokenHash: string): Promise<StoredSession | undefined>;
  /** Returns the sessions of users, in no order. */
  sessionsOf(userIds: readonly string[]): Promise<StoredSession[]>;
}

/** Changes of sessions. */
export interface SessionWriter {
  insertSession(session: NewSession): Promise<void>;
  /** Stores the last use of a session. Does not count in `Store.writesOf`. */
  noteSessionUse(tokenHash: string, at: Date): Promise<void>;
  confirmSession(tokenHash: string, at: Date): Promise<void>;
  /** Returns the number of deleted sessions. */
  deleteSessions(tokenHashes: readonly string[]): Promise<number>;
  /**
   * Deletes up to `most` sessions that expired by `at` or were last used by `idleSince`. Returns
   * their number. Does not count in `Store.writesOf`, because they admit no user.
   */
  deleteExpiredSessions(at: Date, idleSince: Date, most: number): Promise<number>;
}

/** Reads of one-use links. */
export interface LinkReader {
  oneUseLink(name: string): Promise<OneUseLink | undefined>;
}

/** Changes of one-use links. */
export interface LinkWriter {
  putOneUseLink(link: OneUseLink): Promise<void>;
  deleteOneUseLink(name: string): Promise<void>;
  /** Deletes up to `most` links that expired by `at`. Returns their number. */
  deleteExpiredLinks(at: Date, most: number): Promise<number>;
}

/** Reads of the tables for sign-in, never from a replica. */
export interface AuthReader extends AccountReader, SessionReader, LinkReader {}

/** Changes of the tables for sign-in, in the writer's transaction. */
export interface AuthWriter extends AuthReader, AccountWriter, SessionWriter, LinkWriter {}

/** The path under which `Store.writesOf` counts the sessions that were confirmed or deleted. */
export const sessionsPath = "auth-session";
