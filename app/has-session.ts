import { cookies } from "next/headers";

/** Returns true when the request carries a session cookie. The session may have ended since. */
export async function hasSession(): Promise<boolean> {
  const held = await cookies();
  return held.has("tocsin") || held.has("__Host-tocsin");
}
