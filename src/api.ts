/**
 * TABLE OF CONTENTS 2: the feature file of every /api path. All are POST with JSON in both directions (specification
 * §7, decisions §2).
 */
import * as accounts from "#features/people/api.server.ts";
import * as profile from "#features/people/profile/api.server.ts";
import * as account from "#features/privacy/api.server.ts";
import * as catalogue from "#features/catalogue/api.server.ts";
import * as checkout from "#features/checkout/api.server.ts";
import * as content from "#features/content/api.server.ts";
import * as enquiries from "#features/contact/api.server.ts";
import * as enrolments from "#features/seats/api.server.ts";
import * as feedback from "#features/learning/feedback/api.server.ts";
import * as cpd from "#features/learning/cpd/api.server.ts";
import * as myCourses from "#features/learning/courses/api.server.ts";
import * as invoicing from "#features/order-views/documents/api.server.ts";
import * as payments from "#features/settlement/api.server.ts";
import * as discounts from "#features/discounts/api.server.ts";
import * as quotes from "#features/settlement/quotes/api.server.ts";
import * as search from "#features/content/search/api.server.ts";
import * as settings from "#features/settings/api.server.ts";
import * as tickets from "#features/seats/tickets/api.server.ts";
import * as groups from "#features/checkout/groups/api.server.ts";
import * as waiting from "#features/waitlist/api.server.ts";
import * as changes from "#features/changes/api.server.ts";
import * as myOrders from "#features/order-views/my-orders/api.server.ts";
import * as certificates from "#features/learning/certificates/api.server.ts";
import type { AnyEndpoint } from "#platform/http/endpoint.server.ts";

export const api = {
  "/api/login": accounts.login,
  "/api/logout": accounts.logout,
  "/api/me": accounts.me,
  "/api/register": accounts.register,
  "/api/send-address-link": accounts.sendAddressLink,
  "/api/forget-password": accounts.forgetPassword,
  "/api/reset-password": accounts.resetPassword,
  "/api/check-reset-link": accounts.checkResetLink,
  "/api/edit-profile": profile.editProfile,
  "/api/confirm-email": profile.confirmEmail,
  "/api/change-password": accounts.changePassword,
  "/api/sessions": profile.sessions,
  "/api/end-session": profile.endSession,
  "/api/end-other-sessions": profile.endOtherSessions,
  "/api/my-data": account.myData,
  "/api/delete-account": account.deleteAccount,
  "/api/get-meta-information": content.getMetaInformation,
  "/api/form-token": enquiries.formToken,
  "/api/book-demo": enquiries.bookDemo,
  "/api/contact": enquiries.contact,
  "/api/email_subscribe": enquiries.emailSubscribe,
  "/api/newsletter-confirm": enquiries.newsletterConfirm,
  "/api/newsletter-unsubscribe": enquiries.newsletterUnsubscribe,
  "/api/banner-images": content.bannerImages,
  "/api/static-pages": content.staticPages,
  "/api/faq": content.faq,
  "/api/contact-settings": content.contactSettings,
  "/api/popular-news": content.popularNews,
  "/api/news-insights": content.newsInsights,
  "/api/news-insights-details": content.newsInsightsDetails,
  "/api/courses": catalogue.courses,
  "/api/courses-by-category": catalogue.coursesByCategory,
  "/api/course-details": catalogue.courseDetails,
  "/api/check-course-booking": enrolments.checkCourseBooking,
  "/api/get-course-qty": enrolments.getCourseQty,
  "/api/get-tax-percentage": settings.getTaxPercentage,
  "/api/cart-items": enrolments.cartItems,
  "/api/validate-billing-address": checkout.validateBillingAddress,
  "/api/price-order": discounts.priceOrder,
  "/api/begin-checkout": checkout.beginCheckout,
  "/api/process-payment": myOrders.processPayment,
  "/api/update-payment-status": payments.updatePaymentStatus,
  "/api/payment-webhook": payments.paymentWebhook,
  "/api/orders": myOrders.orders,
  "/api/order_details": myOrders.orderDetails,
  "/api/assign-seats": myOrders.assignSeats,
  "/api/book-by-transfer": groups.bookByTransfer,
  "/api/return-booking": groups.cancelTransferBooking,
  "/api/proforma": groups.proforma,
  "/api/check-people": groups.checkPeople,
  "/api/seat-links": groups.seatLinks,
  "/api/send-seat-link": groups.sendSeatLink,
  "/api/withdraw-seat-link": groups.withdrawSeatLink,
  "/api/claim-seat": groups.claimSeat,
  "/api/change-options": changes.changeOptions,
  "/api/change-quote": changes.changeQuote,
  "/api/change-seats": changes.changeSeats,
  "/api/send-another": changes.sendAnother,
  "/api/change-exception": changes.changeException,
  "/api/change-answer": changes.changeAnswer,
  "/api/change-file": changes.changeFile,
  "/api/order-documents": invoicing.orderDocuments,
  "/api/order-document": invoicing.orderDocument,
  "/api/quote": quotes.quote,
  "/api/order-calendar": enrolments.orderCalendar,
  "/api/waiting-list": waiting.waitingList,
  "/api/join-waiting-list": waiting.join,
  "/api/leave-waiting-list": waiting.leave,
  "/api/my-waiting-lists": waiting.mine,
  "/api/waiting-offer": waiting.offer,
  "/api/new-dates": waiting.newDates,
  "/api/notify-new-dates": waiting.notifyNewDates,
  "/api/confirm-new-dates": waiting.confirmNewDates,
  "/api/stop-new-dates": waiting.stopNewDates,
  "/api/my-courses": myCourses.mine,
  "/api/my-cpd": cpd.record,
  "/api/save-activity": cpd.save,
  "/api/delete-activity": cpd.remove,
  "/api/upload-proof": cpd.proofUpload,
  "/api/cpd-proof": cpd.proof,
  "/api/cpd-target": cpd.target,
  "/api/cpd-csv": cpd.csv,
  "/api/cpd-pdf": cpd.pdf,
  "/api/cpd-certificates": cpd.certificates,
  "/api/share-record": cpd.share,
  "/api/withdraw-share": cpd.withdraw,
  "/api/shared-record": cpd.shared,
  "/api/feedback": feedback.readOne,
  "/api/save-feedback": feedback.save,
  "/api/send-feedback": feedback.send,
  "/api/tickets-beside": tickets.ticketsBeside,
  "/api/verify-certificate": certificates.verifyCertificate,
  "/api/search": search.search,
} satisfies Record<string, AnyEndpoint>;

declare module "#platform/api-client.ts" {
  interface Register {
    api: typeof api;
  }
}
