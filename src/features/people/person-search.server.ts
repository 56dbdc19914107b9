import { and, or, sql, type SQL } from "drizzle-orm";
import { containsPattern } from "#platform/db/list-page.server.ts";
import { latinDigits } from "#i18n/digits.ts";
import { users } from "./tables.server.ts";

const holdsSql = (text: string): SQL => sql`${users.search} like person_spelling(${containsPattern(text)})`;

/**
 * The people whose name, e-mail, phone or SCFHS number holds every word of the text, in any order, case and spelling of
 * Arabic letters. Spaces and dashes in a number do not count, nor do the zeros it begins with: 050 is +966 50.
 */
export function personMatchesSql(text: string): SQL | undefined {
  const typed = latinDigits(text).trim();
  if (/^[+\d\s().-]+$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, "");
    return holdsSql(digits.replace(/^0+/, "") || digits);
  }
  return and(
    ...typed.split(/\s+/).map((word) => {
      const bare = word.replaceAll("-", "");
      return bare === word || bare === "" ? holdsSql(word) : or(holdsSql(word), holdsSql(bare));
    }),
  );
}
