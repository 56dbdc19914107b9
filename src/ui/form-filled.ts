/** Event that our code sends to a form after it has set fields, because that fires no `input` event. */
export const formFilled = "form-filled";
