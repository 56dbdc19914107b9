/** TABLE OF CONTENTS 3: every /api/staff path → its endpoint, which says who may call it. */
import * as audit from "#features/staff/audit-api.server.ts";
import * as auditRecords from "./site/audit/staff.server.ts";
import * as demo from "#features/staff/demo-api.server.ts";
import * as staff from "#features/staff/staff.server.ts";
import * as session from "#features/staff/api.server.ts";
import * as passkeys from "#features/staff/passkeys-api.server.ts";
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
import * as changes from "#features/orders/changes/staff.server.ts";
import * as cases from "#features/orders/staff/staff-cases.server.ts";
import * as refunds from "#features/orders/staff/staff-refunds.server.ts";
import * as mails from "#features/letters/mails/staff.server.ts";
import * as people from "#site/people/staff.server.ts";
import * as settings from "#features/settings/staff.server.ts";
import * as periods from "#site/settings/staff.server.ts";
import * as today from "#site/dashboard/staff.server.ts";
import * as palette from "#site/find/staff.server.ts";
import * as queues from "#features/staff/jobs/staff.server.ts";
import * as discounts from "#features/orders/discounts/staff.server.ts";
import * as moved from "#features/content/redirects/staff.server.ts";
import * as runs from "#features/orders/planning/staff.server.ts";
import * as finance from "#features/invoices/finance/staff.server.ts";
import * as feedback from "#features/learning/feedback/staff.server.ts";
import * as certificates from "#features/learning/certificates/staff.server.ts";
import * as waiting from "#features/orders/waiting/staff.server.ts";
import * as roster from "#features/orders/roster/staff.server.ts";
import * as work from "#features/staff/tasks/staff.server.ts";
import * as cancellations from "#features/orders/planning/staff-cancellations.server.ts";
import * as runPreviews from "#features/orders/planning/staff-previews.server.ts";
import * as attendance from "#features/learning/attendance/staff.server.ts";
import * as participants from "#features/learning/participants/staff.server.ts";
import type { StaffTable } from "#platform/http/staff-endpoint.server.ts";
import { jobs } from "./jobs.ts";
import { describeStaffApi } from "#platform/http/staff-openapi.server.ts";
import { tasks } from "./tasks.ts";

export const staffApi = {
  "POST /api/staff/sign-in": session.signIn,
  "POST /api/staff/sign-in/code": session.enterCode,
  "POST /api/staff/sign-in/passkey/options": passkeys.signInOptions,
  "POST /api/staff/sign-in/passkey": passkeys.signIn,
  "POST /api/staff/invitation": session.invitation,
  "POST /api/staff/invitation/check": session.checkInvitation,
  "POST /api/staff/invitation/accept": session.acceptInvitation,
  "GET /api/staff/me": session.me,
  "GET /api/staff/account": session.account,
  "PUT /api/staff/account": session.saveAccount,
  "DELETE /api/staff/trusted-computers/:id": session.removeComputer,
  "POST /api/staff/passkeys/options": passkeys.newOptions,
  "POST /api/staff/passkeys": passkeys.add,
  "PUT /api/staff/passkeys/:id": passkeys.rename,
  "DELETE /api/staff/passkeys/:id": passkeys.remove,
  "POST /api/staff/confirm": session.confirm,
  "POST /api/staff/confirm/passkey/options": passkeys.confirmOptions,
  "POST /api/staff/confirm/passkey": passkeys.confirm,
  "POST /api/staff/recovery-codes": session.renewCodes,
  "POST /api/staff/sign-out": session.signOut,
  "GET /api/staff/dashboard": today.dashboard,
  "GET /api/staff/find": palette.found,
  "GET /api/staff/colleagues": staff.colleagues,
  "GET /api/staff/staff": staff.list,
  "POST /api/staff/staff": staff.invite,
  "GET /api/staff/staff/:id": staff.one,
  "PUT /api/staff/staff/:id": staff.changeRole,
  "DELETE /api/staff/staff/:id": staff.remove,
  "POST /api/staff/staff/:id/sign-out": staff.signOut,
  "GET /api/staff/roles": staff.roles,
  "GET /api/staff/audit-actors": audit.actors,
  "GET /api/staff/audit": auditRecords.list,
  "GET /api/staff/audit/:id": audit.one,
  "GET /api/staff/people": people.list,
  "POST /api/staff/people/address": people.address,
  "POST /api/staff/people/address/erasure": people.eraseByAddress,
  "GET /api/staff/people/:id": people.one,
  "PUT /api/staff/people/:id": people.change,
  "POST /api/staff/people/:id/sign-out": people.endSessions,
  "POST /api/staff/people/:id/reset-link": people.resetLink,
  "POST /api/staff/people/:id/export": people.exported,
  "GET /api/staff/people/:id/erasure": people.erasureFacts,
  "POST /api/staff/people/:id/erasure": people.erase,
  "DELETE /api/staff/people/:id/erasure": people.keep,
  "GET /api/staff/mails": mails.list,
  "GET /api/staff/mails/:id": mails.one,
  "GET /api/staff/mails-today": mails.summary,
  "POST /api/staff/mails/retry": mails.retryMany,
  "POST /api/staff/mails/:id/retry": mails.retry,
  "GET /api/staff/orders": orders.list,
  "GET /api/staff/orders/:id": orders.one,
  "POST /api/staff/orders": money.open,
  "GET /api/staff/order-counts": orders.counts,
  "GET /api/staff/orders/:id/story": orders.story,
  "POST /api/staff/orders/:id/notes": orders.note,
  "POST /api/staff/orders/letter": orders.letter,
  "POST /api/staff/orders/resend": orders.resendMany,
  "POST /api/staff/orders/:id/resend": orders.resend,
  "POST /api/staff/orders/:id/refund-quote": refunds.quote,
  "POST /api/staff/orders/:id/refunds": refunds.refund,
  "GET /api/staff/refund-requests": refunds.requests,
  "POST /api/staff/refund-requests/:id/approve": refunds.approve,
  "POST /api/staff/refund-requests/:id/decline": refunds.decline,
  "POST /api/staff/refund-requests/:id/withdraw": refunds.withdraw,
  "POST /api/staff/orders/:id/transfers": money.transfer,
  "POST /api/staff/orders/:id/release": money.release,
  "POST /api/staff/orders/:id/resync": money.resync,
  "POST /api/staff/refunds/:id/paid-back": money.paidBack,
  "GET /api/staff/change-requests": changes.list,
  "GET /api/staff/change-requests/:id": changes.one,
  "POST /api/staff/change-requests/:id/decide": changes.decide,
  "GET /api/staff/payment-cases": cases.list,
  "GET /api/staff/payment-case-counts": cases.counts,
  "POST /api/staff/payment-cases/compare": cases.compare,
  "POST /api/staff/payment-cases/:id/actions": cases.action,
  "GET /api/staff/runs": runs.list,
  "GET /api/staff/run-counts": runs.counts,
  "POST /api/staff/runs": runs.open,
  "GET /api/staff/runs/:id": runs.one,
  "PUT /api/staff/runs/:id": runs.edit,
  "POST /api/staff/runs/:id/copy": runs.copy,
  "POST /api/staff/runs/:id/sessions/preview": runPreviews.sessions,
  "PUT /api/staff/runs/:id/sessions": runs.sessions,
  "POST /api/staff/runs/:id/move/preview": runPreviews.move,
  "POST /api/staff/runs/:id/move": runs.move,
  "POST /api/staff/runs/:id/cancel/preview": runPreviews.cancel,
  "POST /api/staff/runs/:id/cancel": runs.cancel,
  "POST /api/staff/runs/:id/run-anyway": runs.runAnyway,
  "POST /api/staff/run-cancellations/:id/approve": cancellations.approve,
  "POST /api/staff/run-cancellations/:id/decline": cancellations.decline,
  "POST /api/staff/run-cancellations/:id/withdraw": cancellations.withdraw,
  "GET /api/staff/runs/:id/to-do": certificates.toDo,
  "GET /api/staff/runs/:id/certificates": certificates.list,
  "POST /api/staff/runs/:id/certificates": certificates.issue,
  "POST /api/staff/runs/:id/certificates/all": certificates.issueEveryone,
  "POST /api/staff/runs/:id/certificates/archive": certificates.archive,
  "POST /api/staff/runs/:id/certificates/hold": certificates.hold,
  "POST /api/staff/runs/:id/certificates/release": certificates.release,
  "GET /api/staff/certificates/:id/pdf": certificates.pdf,
  "POST /api/staff/certificates/:id/reissue": certificates.reissue,
  "POST /api/staff/certificates/:id/revoke": certificates.revoke,
  "POST /api/staff/certificates/:id/keep": certificates.keep,
  "GET /api/staff/runs/:id/waiting-list": waiting.list,
  "POST /api/staff/waiting-places/:id/offer": waiting.offer,
  "POST /api/staff/waiting-places/:id/move-up": waiting.moveUp,
  "POST /api/staff/waiting-places/:id/take-off": waiting.takeOff,
  "GET /api/staff/runs/:id/roster": roster.roster,
  "POST /api/staff/runs/:id/seats": roster.give,
  "POST /api/staff/runs/:id/seats/transfer": roster.sell,
  "POST /api/staff/runs/:id/scfhs-requests": roster.askNumbers,
  "GET /api/staff/runs/:id/sign-in-sheet": roster.sheet,
  "GET /api/staff/runs/:id/attendance": attendance.attendance,
  "GET /api/staff/runs/:id/feedback": feedback.ofRun,
  "PUT /api/staff/runs/:id/feedback": feedback.require,
  "POST /api/staff/runs/:id/attendance": attendance.marks,
  "GET /api/staff/runs/:id/attendance/history": attendance.history,
  "POST /api/staff/runs/:id/attendance/undo": attendance.undo,
  "GET /api/staff/runs/:id/door": attendance.door,
  "POST /api/staff/runs/:id/check-ins": attendance.arrive,
  "POST /api/staff/run-sessions/:id/participants/preview": participants.preview,
  "POST /api/staff/run-sessions/:id/participants": participants.apply,
  "POST /api/staff/seats/:id/swap": roster.swap,
  "POST /api/staff/seats/:id/other-name": roster.otherName,
  "POST /api/staff/seats/:id/cancel": roster.cancel,
  "GET /api/staff/discount-codes": discounts.list,
  "GET /api/staff/discount-counts": discounts.counts,
  "GET /api/staff/discount-options": discounts.options,
  "POST /api/staff/discount-tries": discounts.attempt,
  "POST /api/staff/discount-codes": discounts.add,
  "GET /api/staff/discount-codes/:id": discounts.one,
  "PUT /api/staff/discount-codes/:id": discounts.edit,
  "POST /api/staff/discount-codes/:id/pause": discounts.pause,
  "POST /api/staff/discount-codes/:id/end": discounts.end,
  "DELETE /api/staff/discount-codes/:id": discounts.remove,
  "GET /api/staff/run-calendar": runs.calendar,
  "GET /api/staff/run-options": runs.options,
  "GET /api/staff/enquiries": inbox.list,
  "GET /api/staff/enquiries/:id": inbox.one,
  "PUT /api/staff/enquiries/:id": inbox.change,
  "POST /api/staff/enquiries/:id/notes": inbox.note,
  "POST /api/staff/enquiries/:id/replies": inbox.reply,
  "GET /api/staff/enquiry-summary": inbox.summary,
  "GET /api/staff/saved-replies": inbox.savedReplies,
  "POST /api/staff/saved-replies": inbox.createSavedReply,
  "GET /api/staff/saved-replies/:id": inbox.oneSavedReply,
  "PUT /api/staff/saved-replies/:id": inbox.changeSavedReply,
  "DELETE /api/staff/saved-replies/:id": inbox.deleteSavedReply,
  "GET /api/staff/newsletter-issues": newsletter.list,
  "POST /api/staff/newsletter-issues": newsletter.createOne,
  "GET /api/staff/newsletter-issues/:id": newsletter.one,
  "PUT /api/staff/newsletter-issues/:id": newsletter.save,
  "DELETE /api/staff/newsletter-issues/:id": newsletter.remove,
  "GET /api/staff/newsletter-issues/:id/mail": newsletter.preview,
  "POST /api/staff/newsletter-issues/:id/test": newsletter.test,
  "POST /api/staff/newsletter-issues/:id/send": newsletter.start,
  "POST /api/staff/newsletter-issues/:id/pause": newsletter.pause,
  "POST /api/staff/newsletter-issues/:id/resume": newsletter.resume,
  "GET /api/staff/newsletter-subscribers": newsletter.subscribers,
  "GET /api/staff/content": content.items,
  "POST /api/staff/content": content.createItem,
  "POST /api/staff/content/publish": bulk.publish,
  "POST /api/staff/content/take-off": bulk.takeOff,
  "GET /api/staff/content/:id": content.oneItem,
  "PUT /api/staff/content/:id": content.saveItem,
  "DELETE /api/staff/content/:id": content.takeOff,
  "POST /api/staff/content/:id/put-back": content.putBack,
  "POST /api/staff/content/:id/apart": content.apart,
  "GET /api/staff/content/:id/english-changes": content.english,
  "GET /api/staff/content-counts": content.counts,
  "GET /api/staff/courses": courses.list,
  "GET /api/staff/courses/:id": courses.one,
  "GET /api/staff/course-feedback/:id": feedback.ofCourse,
  "GET /api/staff/revisions": revisions.revisions,
  "GET /api/staff/revisions/:id": revisions.oneRevision,
  "GET /api/staff/revisions/:id/differences": revisions.compare,
  "POST /api/staff/revisions/:id/publish": revisions.publish,
  "POST /api/staff/revisions/:id/schedule": revisions.schedule,
  "DELETE /api/staff/revisions/:id/schedule": revisions.unschedule,
  "POST /api/staff/revisions/:id/discard": revisions.discard,
  "POST /api/staff/revisions/:id/restore": revisions.restore,
  "POST /api/staff/revisions/:id/preview": revisions.preview,
  "DELETE /api/staff/previews/:id": revisions.endPreview,
  "GET /api/staff/media": media.list,
  "POST /api/staff/media": media.upload,
  "GET /api/staff/media/:id": media.one,
  "PUT /api/staff/media/:id": media.change,
  "DELETE /api/staff/media/:id": media.remove,
  "POST /api/staff/media/:id/replace": replacement.replace,
  "GET /api/staff/media/:id/progress": media.progress,
  "GET /api/staff/media-summary": media.summary,
  "GET /api/staff/arabic-gaps": content.arabicGaps,
  "GET /api/staff/redirects": moved.redirects,
  "POST /api/staff/redirects": moved.createRedirect,
  "DELETE /api/staff/redirects/:id": moved.deleteRedirect,
  "GET /api/staff/settings": settings.list,
  "GET /api/staff/settings/:id": settings.one,
  "PUT /api/staff/settings/:id": settings.save,
  "GET /api/staff/setting-periods": periods.list,
  "POST /api/staff/setting-periods": periods.plan,
  "GET /api/staff/setting-periods/:id": periods.one,
  "PUT /api/staff/setting-periods/:id": periods.change,
  "DELETE /api/staff/setting-periods/:id": periods.drop,
  "GET /api/staff/jobs": queues.list(() => jobs),
  "GET /api/staff/failed-jobs": queues.failed,
  "POST /api/staff/failed-jobs/:id/retry": queues.retry(() => jobs),
  "GET /api/staff/months": finance.months,
  "GET /api/staff/months/:id": finance.month,
  "POST /api/staff/months/:id/compare": finance.compare,
  "POST /api/staff/months/:id/pdfs": finance.pdfs,
  "GET /api/staff/months/:id/vat-summary": finance.vat,
  "POST /api/staff/months/:id/close": finance.close,
  "GET /api/staff/documents": finance.documents,
  "POST /api/staff/documents/pdfs": finance.orderPdfs,
  "POST /api/staff/documents/check": finance.checkAll,
  "GET /api/staff/documents/:id": finance.oneDocument,
  "GET /api/staff/documents/:id/pdf": finance.pdf,
  "GET /api/staff/tasks": work.list,
  "GET /api/staff/tasks/:id": work.one,
  "POST /api/staff/tasks/:id/cancel": work.cancel,
  "GET /api/staff/tasks/:id/file": work.fileOf(tasks),
  "POST /api/staff/exports": work.startExportOf(tasks),
  "GET /api/staff/openapi.json": describeStaffApi((): StaffTable => staffApi),
} satisfies StaffTable;

/** On a demo only. */
export const demoStaffApi = {
  "GET /api/staff/demo-accounts": demo.demoAccounts,
} satisfies StaffTable;

/** What a site mounts. */
export const staffApiOf = ({ DEMO }: { DEMO: boolean }): StaffTable =>
  DEMO ? { ...staffApi, ...demoStaffApi } : staffApi;
