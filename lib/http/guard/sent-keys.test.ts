import { expect, test } from "vitest";
import { isAppError } from "@/lib/errors";
import { sentKey, sentKeys } from "./sent-keys";

const one = `toc_${"1".repeat(43)}`;
const two = `toc_${"2".repeat(43)}`;

test.each([
  [{}, []],
  [{ apikey: one }, ["ApiKey"]],
  [{ apikey: "" }, ["ApiKey"]],
  [{ "x-api-key": one }, ["X-API-Key"]],
  [{ "x-api-key": "" }, []],
  [{ authorization: `Bearer ${one}` }, ["Authorization"]],
  [{ authorization: `bearer   ${one} ` }, ["Authorization"]],
  [{ authorization: "Bearer eyJhbGciOiJub25lIn0.e30." }, []],
  [{ authorization: `Bearer ${one}, Bearer ${two}` }, []],
  [{ authorization: one }, []],
  [{ authorization: `Basic ${one}` }, []],
  [{ authorization: "Basic c2hhcmVk", apikey: one }, ["ApiKey"]],
  [{ authorization: "Bearer other", apikey: one }, ["ApiKey"]],
  [{ authorization: `Bearer ${one}`, apikey: one, "x-api-key": one }, ["ApiKey"]],
  [{ authorization: `Bearer ${one}`, apikey: two }, ["ApiKey", "Authorization"]],
  [{ "x-api-key": one, apikey: two }, ["ApiKey", "X-API-Key"]],
])("%j carries the keys of %j", (headers, names) => {
  expect(sentKeys(headers).map(({ header }) => header)).toEqual(names);
});

test("two different keys are refused, with their headers but not with the keys", () => {
  try {
    sentKey({ authorization: `Bearer ${one}`, "x-api-key": two });
    expect.unreachable();
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(error.code).toBe("validation");
    expect(error.detail).toBe(
      "The headers Authorization and X-API-Key hold different keys. Send only one of them.",
    );
  }
});
