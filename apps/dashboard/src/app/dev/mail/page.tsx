import { Timestamp } from '@parley/ui/components';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { runtime } from '#server/runtime.ts';
import styles from './mail.module.css';

export const metadata: Metadata = { title: 'Mail' };

const MAX_MESSAGES = 50;

/** The messages that development stores instead of sending them. */
export default async function MailPage() {
  const { mailbox } = runtime();
  if (!mailbox) notFound();
  const messages = await mailbox.list(MAX_MESSAGES);
  return (
    <main className={styles.page}>
      <h1>Mail</h1>
      <p className="muted">
        {messages.length === 0
          ? 'No message yet. Messages of this machine appear here instead of being sent.'
          : 'Messages of this machine appear here instead of being sent. Newest first.'}
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
