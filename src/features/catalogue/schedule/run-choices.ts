/** Values that fields of a run can have. */
export const deliveries = ["onsite", "online"] as const;
export const accreditationStates = ["accredited", "pending", "none"] as const;
/**
 * What happens when a run has too few seats sold at its deadline and staff have not decided (`ifMissed`): it stays on
 * their list and they are reminded (`ask`), it is cancelled (`cancel`), or it takes place (`run`).
 */
export const belowMinimumActions = ["ask", "cancel", "run"] as const;
export type BelowMinimumAction = (typeof belowMinimumActions)[number];
/** Who sees a run and may buy it (decision 050): everyone, whoever has its link, or one company as a whole. */
export const visibilities = ["public", "link", "company"] as const;
/** Whether the price of a run for a company is for each seat or for the whole run. */
export const priceUnits = ["seat", "run"] as const;
export type Visibility = (typeof visibilities)[number];
