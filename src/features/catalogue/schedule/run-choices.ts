/** What a run can be. */
export const deliveries = ["onsite", "online"] as const;
export const accreditationStates = ["accredited", "pending", "none"] as const;
/**
 * What happens to a run that lacks attendees when its decision is due: staff are still asked, it is cancelled, or it
 * takes place.
 */
export const ifMissedWays = ["ask", "cancel", "run"] as const;
export type IfMissed = (typeof ifMissedWays)[number];
/** Who sees a run and may buy it (decision 050): everyone, or whoever has its link. */
export const visibilities = ["public", "link"] as const;
export type Visibility = (typeof visibilities)[number];
