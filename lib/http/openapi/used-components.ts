import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";

/** The components of a document, by section and name. */
export type Components = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/**
 * Returns the components that the paths refer to, directly or through other components, in the
 * order of `components`. Yields to the event loop every few milliseconds.
 */
export async function usedComponents(
  paths: Readonly<Record<string, JsonObject>>,
  components: Components,
): Promise<Components> {
  const used = new Set<string>();
  const giveWay = yieldEvery();
  for (const path of Object.values(paths)) {
    await giveWay();
    addReferences(path, used);
  }
  // A set is iterated in the order of insertion, so this reaches what the loop adds.
  for (const reference of used) {
    await giveWay();
    const [section = "", name = ""] = reference.slice(prefix.length).split("/");
    addReferences(components[section]?.[name], used);
  }
  return Object.fromEntries(
    Object.entries(components).map(([section, parts]) => [
      section,
      Object.fromEntries(
        Object.entries(parts).filter(([name]) => used.has(`${prefix}${section}/${name}`)),
      ),
    ]),
  );
}

const prefix = "#/components/";

function addReferences(value: JsonValue | undefined, used: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) addReferences(one, used);
  if (!isJsonObject(value)) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === "$ref" && typeof one === "string") used.add(one);
    else addReferences(one, used);
  }
}
