import { integer, timestamp } from "drizzle-orm/pg-core";

/** A point in time, kept in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** A number that the database gives each row. */
export const serialId = () => integer().primaryKey().generatedAlwaysAsIdentity();
