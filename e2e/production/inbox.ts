import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Inbox {
  readonly smtpUrl: string;
  /** Waits for an email and returns the URL of its first link. */
  receiveLink(to: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

/** An SMTP server that keeps all emails. */
export async function startInbox(): Promise<Inbox> {
  const received: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, _session, done) => {
      received.push(await PostalMime.parse(await buffer(stream)));
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    receiveLink: async (to, subject) => {
      const isWanted = (mail: Email) =>
        mail.subject === subject && mail.to?.some(({ address }) => address === to);
      await expect.poll(() => received.some(isWanted)).toBe(true);
      const [url] = received.findLast(isWanted)?.text?.match(/https:\S+/) ?? [];
      if (url === undefined) throw new Error(`the email to ${to} has no link`);
      return url;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
