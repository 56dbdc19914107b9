/** Certificates of a run, as in the staff API. */
import type { StaffReply } from "../api-types.ts";

export type RunCertificates = StaffReply<"GET /api/staff/runs/:id/certificates">;
export type Certificate = RunCertificates["certificates"][number];
export type Person = RunCertificates["people"][number];
