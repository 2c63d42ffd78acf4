import { isLoopback } from '@parley/environment/schemas';
import { LOCAL_HEADER } from '@parley/runtime/server-front';
import { Timestamp } from '@parley/ui/components';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { runtime } from '#server/runtime.ts';
import styles from './mail.module.css';

export const metadata: Metadata = { title: 'Mail' };

const MAX_MESSAGES = 50;

/** Whether a Host header names this machine. */
function isLoopbackHost(host: string | null): boolean {
  const url = `http://${host}`;
  return host !== null && URL.canParse(url) && isLoopback(url);
}

/**
 * The emails that development stores instead of sending them. They contain links that reset passwords, so
 * only this machine may read them, and no site whose name an attacker lets point to this machine.
 */
export default async function MailPage() {
  const { mailbox } = runtime();
  const received = await headers();
  const isLocal = received.get(LOCAL_HEADER) === '1' && isLoopbackHost(received.get('host'));
  if (!mailbox || !isLocal) notFound();
  const messages = await mailbox.list(MAX_MESSAGES);
  return (
    <main className={styles.page}>
      <h1>Mail</h1>
      <p className="muted">
        {messages.length === 0
          ? 'No email yet. Emails of this machine appear here instead of being sent.'
          : 'Emails of this machine appear here instead of being sent. Newest first.'}
      </p>
      {messages.map(({ id, to, subject, at, text }) => (
        <article className={`card ${styles.message}`} key={id}>
          <h2>{subject}</h2>
          <p className="small">
            To {to}, <Timestamp at={at} />
          </p>
          <p className={styles.text}>
            {text.split(/(https?:\/\/\S+)/).map((part, index) =>
              index % 2 === 1 ? (
                <a href={part} key={part}>
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </p>
        </article>
      ))}
    </main>
  );
}
