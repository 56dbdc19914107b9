/** Enough of an address for its owner to know it again: `s•••••@example.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, "$1•••••");
