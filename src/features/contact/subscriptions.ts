/**
 * Version of the message enquiries_newsletter_consent. Increase it with every change of the text; a test checks this.
 */
export const consentVersion = "2";

/** An unconfirmed consent is deleted after this time. */
export const confirmWithinDays = 30;
