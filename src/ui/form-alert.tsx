import { useContext } from "react";
import { Alert } from "./alert.tsx";
import { FormContext } from "./form-context.ts";

/** Says what the server told of the whole form; nothing while there is none. */
export function FormAlert(props: { className?: string }) {
  const { message } = useContext(FormContext);
  return message ? (
    <Alert tone="danger" announces {...props}>
      {message}
    </Alert>
  ) : null;
}
