/** Number of a transfer order on its proforma; it is not a number of tax documents. */
export const proformaNumber = (orderId: number) => `PF-${orderId}`;
