/** TABLE OF CONTENTS 3: every /api/staff path → who may call it, and the feature file. The verbs behind ask again. */
import * as audit from "#features/staff/audit-api.server.ts";
import * as auditRecords from "./site/audit/staff.server.ts";
import * as demo from "#features/staff/demo-api.server.ts";
import * as staff from "#features/staff/staff.server.ts";
import * as session from "#features/staff/api.server.ts";
import * as inbox from "#features/letters/inbox/staff.server.ts";
import * as newsletter from "#features/letters/newsletter/staff.server.ts";
import * as content from "#features/content/editing/staff.server.ts";
import * as revisions from "#features/content/editing/staff-revisions.server.ts";
import * as bulk from "#features/content/editing/bulk-staff.server.ts";
import * as courses from "#site/courses/staff.server.ts";
import * as orders from "#features/orders/staff/staff.server.ts";
import * as money from "#features/orders/staff/staff-money.server.ts";
import * as replacement from "#features/content/media/replace-staff.server.ts";
import * as media from "#features/content/media/staff.server.ts";
import * as cases from "#features/orders/staff/staff-cases.server.ts";
import * as refunds from "#features/orders/staff/staff-refunds.server.ts";
import * as mails from "#features/letters/mails/staff.server.ts";
import * as people from "#site/people/staff.server.ts";
import * as settings from "#features/settings/staff.server.ts";
import * as periods from "#site/settings/staff.server.ts";
import * as today from "#site/dashboard/staff.server.ts";
import * as palette from "#site/find/staff.server.ts";
import * as queues from "#features/staff/jobs/staff.server.ts";
import * as moved from "#features/content/redirects/staff.server.ts";
import * as runs from "#features/orders/planning/staff.server.ts";
import * as finance from "#features/invoices/finance/staff.server.ts";
import * as roster from "#features/orders/roster/staff.server.ts";
import * as work from "#features/staff/tasks/staff.server.ts";
import * as cancellations from "#features/orders/planning/staff-cancellations.server.ts";
import * as runPreviews from "#features/orders/planning/staff-previews.server.ts";
import type { StaffTable } from "#platform/http/staff-endpoint.server.ts";
import { jobs } from "./jobs.ts";
import { describeStaffApi } from "#platform/http/staff-openapi.server.ts";
import { tasks } from "./tasks.ts";

// Which of the two depends on the kind of content: the verb knows.
const writers = ["content.write", "courses.write"] as const;
const letterReaders = ["newsletter.write", "newsletter.send"] as const;
const publishers = ["content.publish", "courses.publish"] as const;
// Of the section: tax, company and refund limit are finance's too.
const settingWriters = ["settings.write", "settings.finance"] as const;

// Who cancels a run, and the second person who agrees to it.
const runEnders = ["schedule.cancel", "orders.approve"] as const;

export const staffApi = {
  "POST /api/staff/sign-in": ["anyone", session.signIn],
  "POST /api/staff/sign-in/code": ["anyone", session.enterCode],
  "POST /api/staff/invitation": ["anyone", session.invitation],
  "POST /api/staff/invitation/check": ["anyone", session.checkInvitation],
  "POST /api/staff/invitation/accept": ["anyone", session.acceptInvitation],
  "GET /api/staff/me": ["staff", session.me],
  "GET /api/staff/account": ["staff", session.account],
  "PUT /api/staff/account": ["staff", session.saveAccount],
  "POST /api/staff/confirm": ["staff", session.confirm],
  "POST /api/staff/recovery-codes": ["staff", session.renewCodes],
  "POST /api/staff/sign-out": ["staff", session.signOut],
  "GET /api/staff/dashboard": ["dashboard.read", today.dashboard],
  "GET /api/staff/find": ["dashboard.read", palette.found],
  "GET /api/staff/colleagues": ["staff", staff.colleagues],
  "GET /api/staff/staff": ["staff.manage", staff.list],
  "POST /api/staff/staff": ["staff.manage", staff.invite],
  "GET /api/staff/staff/:id": ["staff.manage", staff.one],
  "PUT /api/staff/staff/:id": ["staff.manage", staff.changeRole],
  "DELETE /api/staff/staff/:id": ["staff.manage", staff.remove],
  "POST /api/staff/staff/:id/sign-out": ["staff.manage", staff.signOut],
  "GET /api/staff/roles": ["staff.manage", staff.roles],
  "GET /api/staff/audit-actors": ["audit.read", audit.actors],
  "GET /api/staff/audit": ["audit.read", auditRecords.list],
  "GET /api/staff/audit/:id": ["audit.read", audit.one],
  "GET /api/staff/people": ["people.read", people.list],
  "POST /api/staff/people/address": ["people.erase", people.address],
  "POST /api/staff/people/address/erasure": ["people.erase", people.eraseByAddress],
  "GET /api/staff/people/:id": ["people.read", people.one],
  "PUT /api/staff/people/:id": ["roster.write", people.change],
  "POST /api/staff/people/:id/sign-out": ["people.sessions", people.endSessions],
  "POST /api/staff/people/:id/reset-link": ["people.sessions", people.resetLink],
  "POST /api/staff/people/:id/export": ["people.export", people.exported],
  "GET /api/staff/people/:id/erasure": ["people.erase", people.erasureFacts],
  "POST /api/staff/people/:id/erasure": ["people.erase", people.erase],
  "DELETE /api/staff/people/:id/erasure": ["people.erase", people.keep],
  "GET /api/staff/mails": ["mails.read", mails.list],
  "GET /api/staff/mails/:id": ["mails.read", mails.one],
  "GET /api/staff/mails-today": ["mails.read", mails.summary],
  "POST /api/staff/mails/retry": ["mails.retry", mails.retryMany],
  "POST /api/staff/mails/:id/retry": ["mails.retry", mails.retry],
  "GET /api/staff/orders": ["orders.read", orders.list],
  "GET /api/staff/orders/:id": ["orders.read", orders.one],
  "POST /api/staff/orders": ["orders.transfer", money.open],
  "GET /api/staff/order-counts": ["orders.read", orders.counts],
  "GET /api/staff/orders/:id/story": ["orders.read", orders.story],
  "POST /api/staff/orders/:id/notes": ["orders.note", orders.note],
  "POST /api/staff/orders/letter": ["orders.resend", orders.letter],
  "POST /api/staff/orders/resend": ["orders.resend", orders.resendMany],
  "POST /api/staff/orders/:id/resend": ["orders.resend", orders.resend],
  "POST /api/staff/orders/:id/refund-quote": ["orders.refund", refunds.quote],
  "POST /api/staff/orders/:id/refunds": ["orders.refund", refunds.refund],
  "GET /api/staff/refund-requests": ["orders.read", refunds.requests],
  "POST /api/staff/refund-requests/:id/approve": ["orders.approve", refunds.approve],
  "POST /api/staff/refund-requests/:id/decline": ["orders.approve", refunds.decline],
  "POST /api/staff/refund-requests/:id/withdraw": ["orders.refund", refunds.withdraw],
  "POST /api/staff/orders/:id/transfers": ["orders.transfer", money.transfer],
  "POST /api/staff/orders/:id/release": ["orders.transfer", money.release],
  "POST /api/staff/orders/:id/resync": ["orders.resolve", money.resync],
  "POST /api/staff/refunds/:id/paid-back": ["orders.transfer", money.paidBack],
  "GET /api/staff/payment-cases": ["orders.read", cases.list],
  "GET /api/staff/payment-case-counts": ["orders.read", cases.counts],
  "POST /api/staff/payment-cases/compare": ["orders.resolve", cases.compare],
  "POST /api/staff/payment-cases/:id/actions": ["orders.resolve", cases.action],
  "GET /api/staff/runs": ["schedule.read", runs.list],
  "GET /api/staff/run-counts": ["schedule.read", runs.counts],
  "POST /api/staff/runs": ["schedule.write", runs.open],
  "GET /api/staff/runs/:id": ["schedule.read", runs.one],
  "PUT /api/staff/runs/:id": ["schedule.write", runs.edit],
  "POST /api/staff/runs/:id/copy": ["schedule.write", runs.copy],
  "POST /api/staff/runs/:id/sessions/preview": ["schedule.write", runPreviews.sessions],
  "PUT /api/staff/runs/:id/sessions": ["schedule.write", runs.sessions],
  "POST /api/staff/runs/:id/move/preview": ["schedule.move", runPreviews.move],
  "POST /api/staff/runs/:id/move": ["schedule.move", runs.move],
  "POST /api/staff/runs/:id/cancel/preview": [runEnders, runPreviews.cancel],
  "POST /api/staff/runs/:id/cancel": ["schedule.cancel", runs.cancel],
  "POST /api/staff/run-cancellations/:id/approve": ["orders.approve", cancellations.approve],
  "POST /api/staff/run-cancellations/:id/decline": ["orders.approve", cancellations.decline],
  "POST /api/staff/run-cancellations/:id/withdraw": ["schedule.cancel", cancellations.withdraw],
  "GET /api/staff/runs/:id/roster": ["roster.read", roster.roster],
  "POST /api/staff/runs/:id/seats": ["roster.write", roster.give],
  "POST /api/staff/runs/:id/seats/transfer": ["orders.transfer", roster.sell],
  "POST /api/staff/runs/:id/scfhs-requests": ["roster.write", roster.askNumbers],
  "GET /api/staff/runs/:id/sign-in-sheet": ["roster.read", roster.sheet],
  "POST /api/staff/seats/:id/swap": ["roster.write", roster.swap],
  "POST /api/staff/seats/:id/other-name": ["roster.write", roster.otherName],
  "POST /api/staff/seats/:id/cancel": ["roster.write", roster.cancel],
  "GET /api/staff/run-calendar": ["schedule.read", runs.calendar],
  "GET /api/staff/run-options": ["schedule.read", runs.options],
  "GET /api/staff/enquiries": ["enquiries.read", inbox.list],
  "GET /api/staff/enquiries/:id": ["enquiries.read", inbox.one],
  "PUT /api/staff/enquiries/:id": ["enquiries.write", inbox.change],
  "POST /api/staff/enquiries/:id/notes": ["enquiries.write", inbox.note],
  "POST /api/staff/enquiries/:id/replies": ["enquiries.write", inbox.reply],
  "GET /api/staff/enquiry-summary": ["enquiries.read", inbox.summary],
  "GET /api/staff/saved-replies": ["enquiries.read", inbox.savedReplies],
  "POST /api/staff/saved-replies": ["enquiries.write", inbox.createSavedReply],
  "GET /api/staff/saved-replies/:id": ["enquiries.read", inbox.oneSavedReply],
  "PUT /api/staff/saved-replies/:id": ["enquiries.write", inbox.changeSavedReply],
  "DELETE /api/staff/saved-replies/:id": ["enquiries.write", inbox.deleteSavedReply],
  "GET /api/staff/newsletter-issues": [letterReaders, newsletter.list],
  "POST /api/staff/newsletter-issues": ["newsletter.write", newsletter.createOne],
  "GET /api/staff/newsletter-issues/:id": [letterReaders, newsletter.one],
  "PUT /api/staff/newsletter-issues/:id": ["newsletter.write", newsletter.save],
  "DELETE /api/staff/newsletter-issues/:id": ["newsletter.write", newsletter.remove],
  "GET /api/staff/newsletter-issues/:id/mail": [letterReaders, newsletter.preview],
  "POST /api/staff/newsletter-issues/:id/test": ["newsletter.write", newsletter.test],
  "POST /api/staff/newsletter-issues/:id/send": ["newsletter.send", newsletter.start],
  "POST /api/staff/newsletter-issues/:id/pause": ["newsletter.send", newsletter.pause],
  "POST /api/staff/newsletter-issues/:id/resume": ["newsletter.send", newsletter.resume],
  "GET /api/staff/newsletter-subscribers": [letterReaders, newsletter.subscribers],
  "GET /api/staff/content": ["content.read", content.items],
  "POST /api/staff/content": [writers, content.createItem],
  "POST /api/staff/content/publish": [publishers, bulk.publish],
  "POST /api/staff/content/take-off": [publishers, bulk.takeOff],
  "GET /api/staff/content/:id": ["content.read", content.oneItem],
  "PUT /api/staff/content/:id": [writers, content.saveItem],
  "DELETE /api/staff/content/:id": [publishers, content.takeOff],
  "POST /api/staff/content/:id/put-back": [publishers, content.putBack],
  "POST /api/staff/content/:id/apart": [writers, content.apart],
  "GET /api/staff/content/:id/english-changes": ["content.read", content.english],
  "GET /api/staff/content-counts": ["content.read", content.counts],
  "GET /api/staff/courses": ["content.read", courses.list],
  "GET /api/staff/courses/:id": ["content.read", courses.one],
  "GET /api/staff/revisions": ["content.read", revisions.revisions],
  "GET /api/staff/revisions/:id": ["content.read", revisions.oneRevision],
  "GET /api/staff/revisions/:id/differences": ["content.read", revisions.compare],
  "POST /api/staff/revisions/:id/publish": [publishers, revisions.publish],
  "POST /api/staff/revisions/:id/schedule": [publishers, revisions.schedule],
  "DELETE /api/staff/revisions/:id/schedule": [publishers, revisions.unschedule],
  "POST /api/staff/revisions/:id/discard": [writers, revisions.discard],
  "POST /api/staff/revisions/:id/restore": [writers, revisions.restore],
  "POST /api/staff/revisions/:id/preview": [writers, revisions.preview],
  "DELETE /api/staff/previews/:id": [writers, revisions.endPreview],
  "GET /api/staff/media": ["media.read", media.list],
  "POST /api/staff/media": ["media.write", media.upload],
  "GET /api/staff/media/:id": ["media.read", media.one],
  "PUT /api/staff/media/:id": ["media.write", media.change],
  "DELETE /api/staff/media/:id": ["media.write", media.remove],
  "POST /api/staff/media/:id/replace": ["media.write", replacement.replace],
  "GET /api/staff/media/:id/progress": ["media.read", media.progress],
  "GET /api/staff/media-summary": ["media.read", media.summary],
  "GET /api/staff/arabic-gaps": ["content.read", content.arabicGaps],
  "GET /api/staff/redirects": ["content.read", moved.redirects],
  "POST /api/staff/redirects": ["content.publish", moved.createRedirect],
  "DELETE /api/staff/redirects/:id": ["content.publish", moved.deleteRedirect],
  "GET /api/staff/settings": [settingWriters, settings.list],
  "GET /api/staff/settings/:id": [settingWriters, settings.one],
  "PUT /api/staff/settings/:id": [settingWriters, settings.save],
  "GET /api/staff/setting-periods": ["settings.finance", periods.list],
  "POST /api/staff/setting-periods": ["settings.finance", periods.plan],
  "GET /api/staff/setting-periods/:id": ["settings.finance", periods.one],
  "PUT /api/staff/setting-periods/:id": ["settings.finance", periods.change],
  "DELETE /api/staff/setting-periods/:id": ["settings.finance", periods.drop],
  "GET /api/staff/jobs": ["settings.write", queues.list(() => jobs)],
  "GET /api/staff/failed-jobs": ["settings.write", queues.failed],
  "POST /api/staff/failed-jobs/:id/retry": ["settings.write", queues.retry(() => jobs)],
  "GET /api/staff/months": ["finance.read", finance.months],
  "GET /api/staff/months/:id": ["finance.read", finance.month],
  "POST /api/staff/months/:id/compare": ["finance.read", finance.compare],
  "POST /api/staff/months/:id/pdfs": ["finance.export", finance.pdfs],
  "GET /api/staff/months/:id/vat-summary": ["finance.export", finance.vat],
  "POST /api/staff/months/:id/close": ["finance.close", finance.close],
  "GET /api/staff/documents": ["finance.read", finance.documents],
  "POST /api/staff/documents/pdfs": ["finance.export", finance.orderPdfs],
  "POST /api/staff/documents/check": ["finance.read", finance.checkAll],
  "GET /api/staff/documents/:id": ["finance.read", finance.oneDocument],
  "GET /api/staff/documents/:id/pdf": ["finance.read", finance.pdf],
  "GET /api/staff/tasks": ["staff", work.list],
  "GET /api/staff/tasks/:id": ["staff", work.one],
  "POST /api/staff/tasks/:id/cancel": ["staff", work.cancel],
  "GET /api/staff/tasks/:id/file": ["staff", work.fileOf(tasks)],
  "POST /api/staff/exports": ["staff", work.startExportOf(tasks)],
  "GET /api/staff/openapi.json": ["staff", describeStaffApi((): StaffTable => staffApi)],
} satisfies StaffTable;

/** On a demo only. */
export const demoStaffApi = {
  "GET /api/staff/demo-accounts": ["anyone", demo.demoAccounts],
} satisfies StaffTable;

/** What a site mounts. */
export const staffApiOf = ({ DEMO }: { DEMO: boolean }): StaffTable =>
  DEMO ? { ...staffApi, ...demoStaffApi } : staffApi;
