import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createMailbox } from './mailbox.ts';
import { createMailer } from './mailer.ts';
import { invitationMail, signUpMail } from './messages.ts';

interface Received {
  readonly from: string | null;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly message: string;
}

function getSender({ envelope: { mailFrom } }: SMTPServerSession) {
  return mailFrom === false ? null : mailFrom.address;
}

/** A server that accepts one user. */
async function startSmtp() {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onData: async (stream, session, done) => {
      const message = await text(stream);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ from: getSender(session), to, user: session.user, message });
      done();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { received, port };
}

test('sends plain text and HTML through the SMTP server', async () => {
  const { received, port } = await startSmtp();
  const failures: unknown[] = [];
  const mailer = createMailer({
    smtpUrl: `smtp://parley:p%40ss@127.0.0.1:${port}`,
    from: 'Parley <no-reply@parley.example>',
    onFailure: (error) => failures.push(error),
  });
  mailer.send('ada@nord.example', signUpMail({ url: 'https://parley.example/sign-up/1' }));
  await mailer.idle();
  expect(failures).toEqual([]);
  expect(received).toMatchObject([
    { from: 'no-reply@parley.example', to: ['ada@nord.example'], user: 'parley' },
  ]);
  const message = received[0]?.message ?? '';
  expect(message).toContain('From: Parley <no-reply@parley.example>');
  expect(message).toContain('Subject: Confirm your email for Parley');
  expect(message).toContain('Content-Type: text/plain');
  expect(message).toContain('Create your account:\r\nhttps://parley.example/sign-up/1');
  expect(message).toContain('Content-Type: text/html');
});

test('a name cannot add a recipient, a header or HTML to a message', async () => {
  const { received, port } = await startSmtp();
  const from = 'no-reply@parley.example';
  const smtpUrl = `smtp://parley:p%40ss@127.0.0.1:${port}`;
  const mailer = createMailer({ smtpUrl, from, onFailure: () => {} });
  const merchantName = 'Nord\r\nBcc: eve@evil.example\r\n\r\n<b>&';
  const mail = invitationMail({
    merchantName,
    inviterName: 'Ada',
    role: 'viewer',
    url: 'https://x/',
  });
  mailer.send('bob@nord.example, eve@evil.example', mail);
  mailer.send('bob@nord.example', mail);
  await mailer.idle();
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@evil.example');
  const [headers] = received.at(-1)?.message.split('\r\n\r\n') ?? [];
  expect(headers).not.toMatch(/^Bcc:/m);
  expect(mail.html).not.toContain('<b>');
  expect(mail.html).toContain('&lt;b&gt;&amp;');
});

test('an email of a merchant has its name, its address for replies and one Message-ID', async () => {
  const { received, port } = await startSmtp();
  const from = 'Parley <no-reply@parley.example>';
  const smtpUrl = `smtp://parley:p%40ss@127.0.0.1:${port}`;
  const { deliver } = createMailer({ smtpUrl, from, onFailure: () => {} });
  const content = { subject: 'S', text: 'T', html: 'H' };
  const senderName = 'Nord" <eve@evil.example>,\r\nBcc: eve@evil.example';
  const replyTo = 'help@nord.example';
  await deliver('ada@nord.example', content, { senderName, replyTo, messageId: 'receipt.1' });
  expect(received).toMatchObject([{ from: 'no-reply@parley.example', to: ['ada@nord.example'] }]);
  const [headers = ''] = received[0]?.message.split('\r\n\r\n') ?? [];
  expect(headers).toMatch(/^Message-ID: <receipt\.1@parley\.example>\r$/im);
  expect(headers).toMatch(/^Reply-To: <?help@nord\.example>?\r$/m);
  expect(headers).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(headers).toMatch(/<no-reply@parley\.example>/);
  expect(headers).not.toMatch(/^Bcc:/im);
});

test.each([
  [
    'refuses the credentials',
    async () => `smtp://parley:wrong@127.0.0.1:${(await startSmtp()).port}`,
  ],
  ['is not reachable', async () => 'smtp://127.0.0.1:1'],
  [
    'closes the connection',
    async () => {
      const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  ],
])('reports one failure and throws nothing when the server %s', async (_case, smtpUrl) => {
  const failures: unknown[] = [];
  const mailer = createMailer({
    smtpUrl: await smtpUrl(),
    from: 'no-reply@parley.example',
    onFailure: (error) => failures.push(error),
  });
  mailer.send('ada@nord.example', signUpMail({ url: 'https://parley.example/' }));
  await mailer.idle();
  expect(failures).toHaveLength(1);
});

test('without an SMTP server, stores messages in the folder of development', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-mail-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mailer = createMailer({ folder, onFailure: () => {} });
  const content = signUpMail({ url: 'http://localhost:3000/' });
  mailer.send('ada@nord.example', content);
  await mailer.idle();
  mailer.send('bob@nord.example', content);
  await mailer.idle();
  const mailbox = createMailbox(folder);
  expect(await mailbox.list(1)).toMatchObject([{ to: 'bob@nord.example', ...content }]);
  expect((await mailbox.list(9)).map(({ to }) => to)).toContain('ada@nord.example');
  expect(() => createMailer({ onFailure: () => {} })).toThrow('SMTP server or a folder');
});
