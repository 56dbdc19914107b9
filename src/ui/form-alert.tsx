import { useContext } from "react";
import { Alert } from "./alert.tsx";
import { FormContext } from "./form-context.ts";

/** Shows the server's message about the form as a whole. Renders nothing without one. */
export function FormAlert(props: { className?: string }) {
  const { message } = useContext(FormContext);
  return message ? (
    <Alert tone="danger" announces {...props}>
      {message}
    </Alert>
  ) : null;
}
