/** Certificates of a run as the staff API describes them. */
import type { StaffReply } from "../api-types.ts";

export type RunCertificates = StaffReply<"GET /api/staff/runs/:id/certificates">;
export type Certificate = RunCertificates["certificates"][number];
export type Person = RunCertificates["people"][number];
