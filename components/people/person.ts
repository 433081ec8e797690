import type { Row } from "@/lib/schema/row";

/** A user and their membership in the project, as the page shows them. */
export interface Person {
  readonly memberId: string;
  readonly userId: string;
  /** Name, else e-mail address, else a placeholder. */
  readonly name: string;
  readonly email: string;
  readonly permissions: readonly string[];
  readonly isDisabled: boolean;
  /** The membership is not accepted yet and grants nothing. */
  readonly isPending: boolean;
  readonly joinedAt: string;
}

/** Columns that the list of members reads. */
export const personSelect = {
  userId: true,
  permissions: true,
  state: true,
  createdAt: true,
  user: { name: true, email: true, disabledAt: true },
} as const;

/** Converts a row that was read with `personSelect`. */
export function personFromRow(row: Row): Person {
  const user = isRow(row.user) ? row.user : {};
  const email = String(user.email ?? "");
  const isPending = row.state === "pending";
  const unknown = isPending ? "Invited user" : "Unknown user";
  const name = String(user.name ?? "") || email || unknown;
  return {
    ...{ memberId: String(row._id), userId: String(row.userId), name, email },
    permissions: Array.isArray(row.permissions) ? row.permissions.map(String) : [],
    isPending,
    isDisabled: typeof user.disabledAt === "string",
    joinedAt: String(row.createdAt),
  };
}

function isRow(value: Row[string] | undefined): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
