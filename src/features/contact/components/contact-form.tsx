import { useNavigate } from "react-router";
import { useLocalePath } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { EmailField, TextField } from "#ui/text-field.tsx";
import { sendWithAntiSpam, HoneypotField } from "./honeypot-field.tsx";

/** The contact form, which leads to the thank-you page (requirement C-08). */
export function ContactForm() {
  const navigate = useNavigate();
  const path = useLocalePath();

  async function send(data: FormData) {
    const text = (name: string) => getFormText(data, name);
    const fields = {
      name: text("name"),
      title: text("title"),
      email: text("email"),
      contact_number: text("contact_number"),
      workplace: text("workplace"),
      message: text("message"),
    };
    const result = await sendWithAntiSpam(data, (proof) => callApi("/api/contact", { ...fields, ...proof }));
    if (!result.ok) return result;
    await navigate(path("/thank-you"));
    return undefined;
  }

  return (
    <Form onSend={send} className="grid gap-x-5 gap-y-5.5 md:grid-cols-2">
      <TextField name="name" label={m.common_name()} autoComplete="name" maxLength={120} required />
      <TextField name="title" label={m.enquiries_title()} autoComplete="organization-title" maxLength={120} />
      <EmailField label={m.common_email()} required />
      <TextField
        name="contact_number"
        type="tel"
        label={m.common_contact_number()}
        autoComplete="tel"
        inputMode="tel"
      />
      <TextField
        name="workplace"
        label={m.common_workplace()}
        autoComplete="organization"
        maxLength={160}
        className="col-span-full"
      />
      <TextArea name="message" label={m.enquiries_message()} maxLength={5000} rows={5} className="col-span-full" />
      <HoneypotField />
      <FormAlert className="col-span-full" />
      <div className="col-span-full">
        <Button type="submit" size="lg" pendingText={m.common_wait()}>
          {m.common_action_send()}
        </Button>
      </div>
    </Form>
  );
}
