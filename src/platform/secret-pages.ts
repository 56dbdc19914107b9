/**
 * The pages whose last part of the address is a secret (`:token` and `:code` of `src/routes.ts`), as a pattern without
 * the language. They are not cached, send no referrer, and the log leaves the secret out.
 */
export const secretPages =
  "ticket|claim|quotation|r|feedback|reset-password-form|profile/confirm-email|new-dates/[^/]+|newsletter/(?:confirm|unsubscribe)";
