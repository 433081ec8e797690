import pg from "pg";

/** Environment variables of PostgreSQL's programs for the parameters of an address. */
const named: Readonly<Record<string, string>> = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
  options: "PGOPTIONS",
};

/**
 * Returns the environment with which PostgreSQL's programs reach one host, the password included,
 * because every account of the machine can read program arguments. `inherited` are the operator's
 * own variables, whose password applies when the address has none.
 */
export function programEnvironment(
  connectionString: string,
  inherited: Readonly<Record<string, string>>,
): Record<string, string> {
  const { host, port, user, database, password } = new pg.Client({ connectionString });
  const query = new URLSearchParams(connectionString.split("?")[1] ?? "");
  const parameters = Object.entries(named).flatMap(([name, variable]) => {
    const value = query.get(name);
    return value === null ? [] : [[variable, inTheirWords[value] ?? value] as const];
  });
  return {
    ...inherited,
    ...Object.fromEntries(parameters),
    ...{ PGHOST: host, PGPORT: String(port), PGUSER: user ?? "", PGDATABASE: database ?? "" },
    ...(password && { PGPASSWORD: password }),
    ...{ PGCONNECT_TIMEOUT: "10", PGAPPNAME: "tocsin-backup", LC_ALL: "C" },
  };
}

/** A mode of Node's driver only: encrypted, without verification of the server. */
const inTheirWords: Readonly<Record<string, string>> = { "no-verify": "require" };
