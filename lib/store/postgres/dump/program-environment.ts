import pg from "pg";

/** Which variables of its environment the programs of PostgreSQL read the parameters of an address from. */
const named: Readonly<Record<string, string>> = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
  options: "PGOPTIONS",
};

/**
 * What the programs of PostgreSQL are to find in their environment to reach one host, the password among it: their
 * arguments can be read by every account of the machine. `inherited` are the operator's own variables, whose password
 * counts where the address has none.
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

/** What only Node's driver knows: encrypted, whoever it is. */
const inTheirWords: Readonly<Record<string, string>> = { "no-verify": "require" };
