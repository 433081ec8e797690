import type { Connection } from "@/lib/store/port/engine";

/** Name of the function that lower-cases as JavaScript does. */
export const lowerFunction = "tocsin_lower";

/**
 * Creates the function that lower-cases by Unicode's language-neutral rules as `toLowerCase` does;
 * both are based on ICU. Letters unknown to the server's ICU are added explicitly. Most text is
 * ASCII, for which the plain rules are correct and faster. The result compares by code point.
 */
export async function makeLower(connection: Connection): Promise<void> {
  await connection.run(statement("value"), []);
  const letters = lettersThatChange();
  const rows = await connection.rows(
    `select ${lowerFunction}(letter) from unnest($1::text[]) with ordinality as t (letter, place) order by place`,
    [letters],
  );
  const unknown = letters.filter((letter, place) => rows[place]?.[0] !== letter.toLowerCase());
  if (unknown.length === 0) return;
  const lowered = unknown.map((letter) => letter.toLowerCase()).join("");
  await connection.run(statement(`translate(value, '${unknown.join("")}', '${lowered}')`), []);
}

function statement(value: string): string {
  return `
create or replace function ${lowerFunction}(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = char_length(value)
    then lower(value collate "C") collate "C"
    else lower(${value} collate "und-x-icu") collate "C" end
$$`;
}

/** Returns the letters beyond ASCII that change. */
function lettersThatChange(): string[] {
  const letters: string[] = [];
  for (let point = 0x80; point <= 0x1ffff; point += 1) {
    const letter = String.fromCodePoint(point);
    if (changes.test(letter)) letters.push(letter);
  }
  return letters;
}

const changes = /^\p{Changes_When_Lowercased}$/u;
