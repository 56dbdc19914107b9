/** How an order by transfer is called on its proforma; no number of the tax documents. */
export const proformaNumber = (orderId: number) => `PF-${orderId}`;
