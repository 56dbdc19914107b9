import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { MailContent } from "./blocks.ts";

/** A file that travels with a mail. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  /** Made when the mail is sent: only its name is needed to word the mail. */
  content(): Promise<Uint8Array>;
}

interface ContentInput<Props> {
  props: Props;
  locale: Locale;
  /** What `link` has made; empty without it. */
  link: string;
  /** Names of the files that travel with the mail. */
  files: readonly string[];
}

/** One kind of mail. `content` is all that it says, in `locale`: the HTML and the plain text are both made of it. */
export interface MailTemplate<Props extends object> {
  subject(props: Props, locale: Locale): string;
  /**
   * What a list of mails shows behind the subject: the next thing to know or do, in 90 characters or so. Says nothing the mail does not show,
   * and no address that opens something. The plain text has no such line: its body says the same.
   */
  preview(props: Props, locale: Locale): string;
  content(input: ContentInput<Props>): MailContent;
  /**
   * An absolute URL that grants access to its bearer. It is made each time the mail is worded, from props that open
   * nothing, and the words of such a mail are not kept where a mail server has them: a copy of the database holds no
   * such address.
   */
  link?(ctx: Ctx, props: Props, locale: Locale): string;
  /**
   * Files that travel with it, named for its words and made anew for each try: they are not kept in the outbox, so
   * they must come out the same each time.
   */
  attachments?(ctx: Ctx, props: Props, locale: Locale): Promise<MailAttachment[]>;
  /** What the mail looks like filled in, for previews and tests. */
  sample: Record<Locale, Props>;
}

/** Every kind of mail and what it is given, by name. Filled in where the mails are listed (src/mails.ts), which platform cannot know. */
export interface MailTemplates {}

/** Who writes, as the footer of every mail names them. */
export interface MailSender {
  name: string;
  address: string;
  phone: string;
  email: string;
}

/** Any template, whatever it is given: how a table of contents holds them. */
interface AnyTemplate {
  subject(props: never, locale: Locale): string;
  preview(props: never, locale: Locale): string;
  content(input: ContentInput<never>): MailContent;
  link?(ctx: Ctx, props: never, locale: Locale): string;
  attachments?(ctx: Ctx, props: never, locale: Locale): Promise<MailAttachment[]>;
  sample: Record<Locale, object>;
}
type SenderOf = (ctx: Ctx, locale: Locale) => Promise<MailSender>;

/** Names a template; its props are checked against subject, preview, content and sample. */
export function mailTemplate<Props extends object>(template: MailTemplate<Props>): MailTemplate<Props> {
  return template;
}

const registered = new Map<string, MailTemplate<object>>();
let sender: SenderOf | undefined;

/** Says once, at start, which mails there are and who sends them: platform knows neither features nor settings. */
export function registerMails(templates: Record<string, AnyTemplate>, senderOf: SenderOf): void {
  registered.clear();
  // The outbox gives each template the props that were queued with its name.
  for (const [name, template] of Object.entries(templates)) registered.set(name, template as MailTemplate<object>);
  sender = senderOf;
}

/** The template of that name. Throws UnknownMailError. */
export function templateNamed(name: string): MailTemplate<object> {
  const template = registered.get(name);
  if (!template) throw new UnknownMailError(`No mail template is called "${name}"`);
  return template;
}

/** The letterhead's company, in a language. Throws UnknownMailError before registerMails. */
export function senderFor(ctx: Ctx, locale: Locale): Promise<MailSender> {
  if (!sender) throw new UnknownMailError("registerMails has not been called");
  return sender(ctx, locale);
}

export class UnknownMailError extends Error {
  override name = "UnknownMailError";
}
