/** TABLE OF CONTENTS 6: every kind of background task. `POST exports` starts those that are exports. */
import { checkDocuments } from "#features/invoices/finance/check.server.ts";
import { compareMonth } from "#features/invoices/finance/compare.server.ts";
import { documentPdfs } from "#features/invoices/finance/document-pdfs.server.ts";
import { exportDocuments, exportMonths } from "#features/invoices/finance/exports.server.ts";
import { exportPayments } from "#features/invoices/finance/payments-export.server.ts";
import { subscribersExport } from "#features/contact/newsletter/subscribers.server.ts";
import { certificateArchive } from "#features/learning/certificates/archive.server.ts";
import { issueAll } from "#features/learning/certificates/issue.server.ts";
import { scfhsExport } from "#features/learning/certificates/scfhs-export.server.ts";
import { attendanceExport } from "#features/learning/attendance/attendance-export.server.ts";
import { rosterExport } from "#features/seats/roster/roster-export.server.ts";
import {
  notifyRunMoved,
  finishApprovedCancellation,
  finishCancellation,
} from "#features/runs/run-changes/tasks.server.ts";
import type { AnyTaskKind } from "#features/staff/tasks/define.server.ts";
import { publishMany, unpublishMany } from "#features/content/editing/bulk-changes.server.ts";
import { writeToBuyers } from "#features/order-views/staff/buyer-letter.server.ts";
import { exportCodes } from "#features/discounts/codes-export.server.ts";
import { exportOrders } from "#features/order-views/staff/orders-export.server.ts";
import { resendMany } from "#features/order-views/staff/resend-mail.server.ts";
import { exportPeople } from "#features/privacy/people-list.server.ts";

export const tasks: readonly AnyTaskKind[] = [
  exportOrders,
  exportCodes,
  exportDocuments,
  exportMonths,
  exportPayments,
  exportPeople,
  rosterExport,
  attendanceExport,
  scfhsExport,
  certificateArchive,
  issueAll,
  subscribersExport,
  checkDocuments,
  compareMonth,
  documentPdfs,
  writeToBuyers,
  resendMany,
  publishMany,
  unpublishMany,
  notifyRunMoved,
  finishCancellation,
  finishApprovedCancellation,
];
