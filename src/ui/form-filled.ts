/** An event of a form whose fields a program has filled. */
export const formFilled = "form-filled";
