/** Changes with the message enquiries_newsletter_consent, in either language; a test compares the two. */
export const consentVersion = "2";

/** An unconfirmed consent is deleted after this time. */
export const confirmWithinDays = 30;
