/** Types of runs in the staff API. Timestamps are ISO 8601, days are `YYYY-MM-DD`, amounts are text. */
import type { z } from "zod";
import type { counts, list, one, calendar, move, options } from "../../../src/features/runs/staff.server.ts";
import type { cancel, sessions } from "../../../src/features/runs/staff-previews.server.ts";

export type Run = z.output<typeof list.reply>["data"][number];
export type FullRun = z.output<typeof one.reply>;
/** A moved or cancelled run, with the id of the task that the change started. */
export type ChangedRun = z.output<typeof move.reply>;
/** A requested cancellation. While its state is `waiting`, a second person must approve it. */
export type Cancellation = NonNullable<FullRun["cancellation"]>;
export type Clash = FullRun["clashes"][number];
export type Session = FullRun["sessions"][number];
export type SessionInput = Omit<Session, "id"> & Partial<Pick<Session, "id">>;
export type Delivery = Run["delivery"];
export type TwoNames = Run["speakers"][number];
/** Number of runs in each view of the list. */
export type RunCounts = z.output<typeof counts.reply>;
export type RunCalendar = z.output<typeof calendar.reply>;
export type CalendarRun = RunCalendar["runs"][number];
export type RunOptions = z.output<typeof options.reply>;
export type Venue = RunOptions["venues"][number];
export type LastRun = NonNullable<RunOptions["courses"][number]["lastRun"]>;
/** The people who are notified of a change. */
export type NotificationPreview = Omit<SessionsPreview, "kind">;
export type SessionsPreview = z.output<typeof sessions.reply>;
export type CancelPreview = z.output<typeof cancel.reply>;
