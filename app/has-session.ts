import { cookies } from "next/headers";

/** True when the browser has brought a session, which may have ended since. */
export async function hasSession(): Promise<boolean> {
  const held = await cookies();
  return held.has("tocsin") || held.has("__Host-tocsin");
}
