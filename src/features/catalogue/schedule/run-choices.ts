/** Values that fields of a run can have. */
export const deliveries = ["onsite", "online"] as const;
export const accreditationStates = ["accredited", "pending", "none"] as const;
/**
 * What happens to a run that has sold too few seats by its deadline, without a decision: staff are still asked, it is
 * cancelled, or it takes place.
 */
export const ifMissedWays = ["ask", "cancel", "run"] as const;
export type IfMissed = (typeof ifMissedWays)[number];
/** Who sees a run and may buy it (decision 050): everyone, whoever has its link, or one company as a whole. */
export const visibilities = ["public", "link", "company"] as const;
/** Whether the price of a run for a company is for each seat or for the whole run. */
export const priceUnits = ["seat", "run"] as const;
export type Visibility = (typeof visibilities)[number];
