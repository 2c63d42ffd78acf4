import nodemailer from 'nodemailer';
import { createMailbox } from './mailbox.ts';
import type { MailContent, MailHeaders } from './render-mail.ts';

/** Milliseconds for the connection, the greeting and each response of the SMTP server. */
const SMTP_TIMEOUT_MS = 10_000;
/** Emails in progress. Further ones are dropped, so that a slow server cannot fill the memory. */
const MAX_IN_PROGRESS = 200;

export interface MailerOptions {
  /** smtp:// or smtps://, with credentials if the server needs them. */
  readonly smtpUrl?: string | undefined;
  /** The sender: an address, or a name with an address in angle brackets. */
  readonly from?: string | undefined;
  /** Stores emails in this folder instead of sending them. For development only. */
  readonly folder?: string | undefined;
  /** Reports an email that could not be sent. The error can quote the recipient. */
  readonly onFailure: (error: unknown) => void;
}

export interface Mailer {
  /**
   * Sends an email.
   * @param headers for an email that no one replies to automatically, from a merchant
   * @throws whatever the SMTP server or the connection reports
   */
  deliver(to: string, content: MailContent, headers?: MailHeaders): Promise<void>;
  /** Sends an email in the background. A failure is reported, not thrown. */
  send(to: string, content: MailContent): void;
  /** Resolves when no email is in progress. */
  idle(): Promise<void>;
}

/**
 * Creates the sender of all emails.
 * @throws Error without an SMTP server and without a folder
 */
export function createMailer(options: MailerOptions): Mailer {
  const deliver = getDelivery(options);
  const inProgress = new Set<Promise<void>>();
  return {
    deliver,
    send(to, content) {
      if (inProgress.size >= MAX_IN_PROGRESS) {
        options.onFailure(new Error('too many emails in progress'));
        return;
      }
      const delivery = deliver(to, content)
        .catch(options.onFailure)
        .finally(() => inProgress.delete(delivery));
      inProgress.add(delivery);
    },
    async idle() {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}

const createTransport = (smtpUrl: string) =>
  nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // Contents come from people: an email must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/**
 * Connects to the SMTP server, greets it and signs in. Sends no email.
 * @throws Error that says which step failed
 */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  await createTransport(smtpUrl).verify();
}

function getDelivery({ smtpUrl, from, folder }: MailerOptions) {
  if (smtpUrl === undefined) {
    if (folder === undefined) throw new Error('A mailer needs an SMTP server or a folder.');
    return createMailbox(folder).save;
  }
  const transport = createTransport(smtpUrl);
  return async (to: string, content: MailContent, headers?: MailHeaders) => {
    // As an object, an address cannot name a second recipient.
    const more = headers && headerFields(getAddress(from ?? ''), headers);
    await transport.sendMail({ from, ...content, ...more, to: { name: '', address: to } });
  };
}

/** The address of a sender that may have a name. */
const getAddress = (from: string): string => /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from;

function headerFields(sender: string, { senderName, replyTo, messageId }: MailHeaders) {
  return {
    from: { name: senderName, address: sender },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    messageId: `<${messageId}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    // RFC 3834: the recipient's server sends no automatic reply, such as one about an absence.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
