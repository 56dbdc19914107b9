/** Certificates of a run as the staff API describes them. */
import type { z } from "zod";
import type { list } from "../../../src/features/learning/certificates/staff.server.ts";

export type RunCertificates = z.output<typeof list.reply>;
export type Certificate = RunCertificates["certificates"][number];
export type Person = RunCertificates["people"][number];
