/** Payments that need a person, as the staff API describes them. */
import type { z } from "zod";
import type { list } from "../../../src/features/orders/staff/staff-cases.server.ts";

export type PaymentCase = z.output<typeof list.reply>["data"][number];
export type CaseKind = PaymentCase["kind"];
export type CaseAction = PaymentCase["actions"][number];
