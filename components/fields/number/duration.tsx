import { ageOf } from "@/lib/client/device/times";

/** Shows seconds in their two largest units: "14 min", "3 h 5 min". */
export function Duration({ seconds }: { readonly seconds: number }) {
  return <span className="block truncate tabular-nums">{ageOf(seconds * 1000)}</span>;
}
