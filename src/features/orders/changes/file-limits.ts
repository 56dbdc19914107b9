/** What may be attached to a request or an answer. */
export const mostFiles = 3;
export const mostFileBytes = 5 * 2 ** 20;
