import { headers } from "next/headers";
import { environment } from "@/lib/env";

/** The origin to show people: what the operator set, else the one this request was sent to. */
export async function deploymentOrigin(): Promise<string> {
  const host = (await headers()).get("host");
  const { publicUrl, port } = environment();
  return publicUrl ?? `http://${host ?? `127.0.0.1:${port}`}`;
}
