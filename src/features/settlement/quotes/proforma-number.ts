/** Number that a transfer order has on its proforma. Tax documents have numbers of their own. */
export const proformaNumber = (orderId: number) => `PF-${orderId}`;
