import type { z } from "zod";
import type { mails } from "../../../src/mails.ts";
import type { list, one } from "../../../src/features/contact/mails/staff.server.ts";

/** An email in the list of the staff API. */
export type MailRow = z.output<typeof list.reply>["data"][number];
export type Mail = z.output<typeof one.reply>;
export type MailKind = keyof typeof mails;
