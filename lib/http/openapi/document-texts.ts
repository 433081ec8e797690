import type { Resource } from "@/lib/schema/resource";
import { type DocumentOptions, openApiDocument, type Wanted } from "./document";

/** Returns a function for the text of a document. Equal wishes get the same function. */
export type OpenApiTexts = (wanted: Wanted) => () => Promise<string>;

/** Returns the documents as JSON text, each built at its first call and cached. */
export function openApiTexts(
  resources: ReadonlyMap<string, Resource>,
  options: DocumentOptions,
): OpenApiTexts {
  const texts = new Map<string, () => Promise<string>>();
  return (wanted) => {
    const name = `${wanted.spellings} ${wanted.only?.path ?? ""}`;
    const text = texts.get(name) ?? textOf(resources, options, wanted);
    texts.set(name, text);
    return text;
  };
}

function textOf(
  resources: ReadonlyMap<string, Resource>,
  options: DocumentOptions,
  wanted: Wanted,
): () => Promise<string> {
  let text: Promise<string> | undefined;
  return () => {
    text ??= openApiDocument(resources, options, wanted).then((document) =>
      JSON.stringify(document),
    );
    return text;
  };
}
