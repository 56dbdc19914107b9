/**
 * TABLE OF CONTENTS 6: every kind of long work → the feature that does it. Exports among them are started by `POST
 * exports`.
 */
import { checkDocuments } from "#features/finance/check.server.ts";
import { compareMonth } from "#features/finance/compare.server.ts";
import { documentPdfs } from "#features/finance/document-pdfs.server.ts";
import { exportDocuments, exportMonths } from "#features/finance/exports.server.ts";
import { exportPayments } from "#features/finance/payments-export.server.ts";
import { subscribersExport } from "#features/newsletter-issues/subscribers.server.ts";
import { rosterExport } from "#features/roster/roster-export.server.ts";
import { tellOfMove, windUpApprovedRun, windUpRun } from "#features/run-changes/tasks.server.ts";
import type { AnyTaskKind } from "#features/tasks/define.server.ts";
import { publishMany, takeOffMany } from "#site/content/bulk-changes.server.ts";
import { writeToBuyers } from "#site/orders/buyer-letter.server.ts";
import { exportOrders } from "#site/orders/orders-export.server.ts";
import { resendMany } from "#site/orders/resend-many.server.ts";
import { exportPeople } from "#site/people/people-export.server.ts";

export const tasks: readonly AnyTaskKind[] = [
  exportOrders,
  exportDocuments,
  exportMonths,
  exportPayments,
  exportPeople,
  rosterExport,
  subscribersExport,
  checkDocuments,
  compareMonth,
  documentPdfs,
  writeToBuyers,
  resendMany,
  publishMany,
  takeOffMany,
  tellOfMove,
  windUpRun,
  windUpApprovedRun,
];
