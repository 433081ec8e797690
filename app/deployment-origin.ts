import { headers } from "next/headers";
import { environment } from "@/lib/env";

/** Returns the origin to show to users: the one the operator set, else the host of this request. */
export async function deploymentOrigin(): Promise<string> {
  const host = (await headers()).get("host");
  const { publicUrl, port } = environment();
  return publicUrl ?? `http://${host ?? `127.0.0.1:${port}`}`;
}
