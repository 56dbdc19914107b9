/** Masks an address as `s•••••@example.com`, which its owner recognises. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, "$1•••••");
