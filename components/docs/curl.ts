/** Returns a request as a curl command. The key stays a variable, `$KEY`. */
export function curlCommand(url: string, method: string, body: string | undefined): string {
  const lines = [`curl -X ${method} ${quoted(url)}`, `  -H "ApiKey: $KEY"`];
  if (body !== undefined) {
    lines.push(`  -H "Content-Type: application/json"`, `  -d ${quoted(body)}`);
  }
  return lines.join(" \\\n");
}

/** Puts a text in single quotes, unless the shell takes it as it is. */
function quoted(text: string): string {
  return /^[A-Za-z0-9:/._-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
