import { readFileSync } from "node:fs";
import { convert } from "openapi-to-postmanv2";

/** Largest average of bytes of a collection for each resource. */
const mostForEach = 210_000;

/** Converts the document to a Postman collection and returns its size. Rejects above the limit. */
export async function measurePostman(file) {
  const text = readFileSync(file, "utf8");
  const resources = Object.keys(JSON.parse(text).paths).filter((path) =>
    /^\/api\/[^/]+\/get-list$/.test(path),
  ).length;
  const collection = await new Promise((resolve, reject) => {
    convert({ type: "string", data: text }, {}, (error, result) => {
      if (error || !result.result) reject(error ?? new Error(result.reason));
      else resolve(result.output[0].data);
    });
  });
  const bytes = JSON.stringify(collection).length;
  const each = Math.round(bytes / resources);
  if (each > mostForEach) throw new Error(`${each} bytes for each of ${resources} resources`);
  return `${each} bytes for each of ${resources} resources`;
}
