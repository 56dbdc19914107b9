/** Where an issue of the newsletter stands. `paused` goes on where it stopped. */
export const issueStates = ["draft", "sending", "paused", "sent"] as const;
export type IssueState = (typeof issueStates)[number];
