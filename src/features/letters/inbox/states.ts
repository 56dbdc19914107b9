/** The states of an enquiry and the moves between them. */
export const enquiryStates = ["new", "open", "answered", "spam"] as const;
export type EnquiryState = (typeof enquiryStates)[number];

const moves: Record<EnquiryState, readonly EnquiryState[]> = {
  new: ["open", "answered", "spam"],
  open: ["answered", "spam"],
  answered: ["open"],
  // What robots seemed to send is someone's work once it is taken out.
  spam: ["open"],
};

export const movesFrom = (state: EnquiryState): readonly EnquiryState[] => moves[state];
