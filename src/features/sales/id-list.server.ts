import { sql, type SQL } from "drizzle-orm";

/** Values for `in (…)`; one at least. */
export const idList = (values: readonly (number | string)[]): SQL => sql.join(values.map((value) => sql`${value}`), sql`, `);
