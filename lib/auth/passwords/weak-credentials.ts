import { isEasyToGuess } from "@/lib/schema/account/password-strength";

/** Settings of the operator, already parsed. */
interface Given {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly adminApiKey: string | undefined;
  readonly publicUrl: string | undefined;
  readonly host: string;
}

/** Returns warnings about easily guessed credentials. They name the setting, never its value. */
export async function weakCredentials(settings: Given): Promise<string[]> {
  const { adminEmail = "", adminPassword, adminApiKey, publicUrl = "", host } = settings;
  const warnings: string[] = [];
  if (adminPassword !== undefined) {
    if (await isEasyToGuess(adminPassword, [adminEmail, publicUrl, host])) warnings.push(password);
  }
  if (adminApiKey !== undefined && adminApiKey.length < leastKeyLength) warnings.push(key);
  return warnings;
}

/** In characters: 128 random bits in hexadecimal. */
const leastKeyLength = 32;
const password =
  "ADMIN_PASSWORD is easy to guess. Use a few unrelated words. If it has let the owner in already, change the password on the account page.";
const key = `ADMIN_API_KEY is shorter than ${leastKeyLength} characters. Set it to the output of \`openssl rand -hex 32\`.`;
