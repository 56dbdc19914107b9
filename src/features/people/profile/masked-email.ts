/** `s•••••@example.com`: recognisable for its owner. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, "$1•••••");
