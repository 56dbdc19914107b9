/** Changes with every change of the message enquiries_newsletter_consent, in either language; a test holds the two together. */
export const consentVersion = "2";

/** A consent that no one confirmed in this time is no consent, and is forgotten. */
export const confirmWithinDays = 30;
