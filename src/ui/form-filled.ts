/** Event sent to a form after a program has filled its fields. */
export const formFilled = "form-filled";
