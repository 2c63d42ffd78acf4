import { isOpen } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { sessionHref } from '#addresses/sessions.ts';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
import { Link } from '#components/link.tsx';
import { useContentFocus } from '#forms/action-form.tsx';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import styles from './session-selection.module.css';
import { type SessionRow, useSessionName } from './session-table.tsx';
import { type Cancellation, useCancellation } from './use-cancellation.ts';

interface CancelSessionsProps {
  readonly sessions: readonly SessionRow[];
  readonly onCanceled: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Cancels the open ones of some sessions after a confirmation, and shows the result of each. */
export function CancelSessions({ sessions, onCanceled, onClose }: CancelSessionsProps) {
  const t = useTranslations('sessionList');
  const { cancellation, run, stop } = useCancellation(onCanceled);
  const open = sessions.filter(({ status }) => isOpen(status));
  const closed = sessions.filter(({ status }) => !isOpen(status));
  const isRunning = cancellation !== null && cancellation.status !== 'ended';
  // Without a selection, the button that opened the dialog is gone.
  const hasCanceled = useRef(false);
  hasCanceled.current = (cancellation?.canceled ?? 0) > 0;
  useContentFocus(hasCanceled);
  return (
    <Dialog
      isOpen
      // Escape stops a run, so that its result can be read.
      onOpenChange={isRunning ? stop : onClose}
      title={getTitle(t, open.length, cancellation)}
    >
      <div className={styles.content}>
        {cancellation === null ? (
          <Confirmation closed={closed} onConfirm={() => void run(open)} open={open} />
        ) : isRunning ? (
          <Progress cancellation={cancellation} onStop={stop} />
        ) : (
          <Result cancellation={cancellation} onRetry={run} />
        )}
      </div>
    </Dialog>
  );
}

function getTitle(
  t: Translator<'sessionList'>,
  open: number,
  cancellation: Cancellation | null,
): string {
  if (open === 0) return t('cancel.titleNone');
  return cancellation === null ? t('cancel.titleCount', { count: open }) : t('cancel.title');
}

interface ConfirmationProps {
  readonly open: readonly SessionRow[];
  readonly closed: readonly SessionRow[];
  readonly onConfirm: () => void;
}

function Confirmation({ open, closed, onConfirm }: ConfirmationProps) {
  const t = useTranslations('sessionList.cancel');
  const common = useTranslations('common');
  const labels = useStatusLabels();
  const getName = useSessionName();
  return (
    <>
      {open.length > 0 && <p>{t('text')}</p>}
      {closed.length > 0 && (
        <div>
          <p>
            {open.length > 0
              ? t('someClosed', { closed: closed.length, all: open.length + closed.length })
              : t('allClosed')}
          </p>
          <ul className={styles.list}>
            {closed.map((session) => (
              <li key={session.id}>
                {getName(session)} –{' '}
                <span className="muted">{labels.session(session.status).label}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.buttons}>
        {open.length > 0 && (
          <Button kind="danger" onPress={onConfirm}>
            {t('submit', { count: open.length })}
          </Button>
        )}
        <Button slot="close">{common('close')}</Button>
      </div>
    </>
  );
}

interface ProgressProps {
  readonly cancellation: Cancellation;
  readonly onStop: () => void;
}

function Progress({ cancellation, onStop }: ProgressProps) {
  const t = useTranslations('sessionList.cancel');
  const { status, done, total } = cancellation;
  const isStopping = status === 'stopping';
  return (
    <>
      <p>{t(isStopping ? 'progressStopping' : 'progress', { done, total })}</p>
      <progress
        aria-label={t(isStopping ? 'stopping' : 'running')}
        className={styles.progress}
        max={total}
        value={done}
      />
      <div className={styles.buttons}>
        <Button isPending={status === 'stopping'} onPress={onStop}>
          {t('stop')}
        </Button>
      </div>
    </>
  );
}

interface ResultProps {
  readonly cancellation: Cancellation;
  readonly onRetry: (sessions: readonly SessionRow[]) => Promise<void>;
}

function Result({ cancellation, onRetry }: ResultProps) {
  const t = useTranslations('sessionList.cancel');
  const common = useTranslations('common');
  const getName = useSessionName();
  const { canceled, failures, rest } = cancellation;
  const left = [...failures.map(({ session }) => session), ...rest];
  const summary = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone. With the focus, the result is read out.
  useEffect(() => summary.current?.focus(), []);
  return (
    <>
      <p className={styles.summary} ref={summary} tabIndex={-1}>
        {t('result', { count: canceled })}
        {failures.length > 0 && ` ${t('resultFailed', { count: failures.length })}`}
        {rest.length > 0 && ` ${t('resultRest', { count: rest.length })}`}
      </p>
      {failures.length > 0 && (
        <ul aria-label={t('failures')} className={styles.list}>
          {failures.map(({ session, failure }) => (
            <li key={session.id}>
              <Link href={sessionHref(session.id)}>{getName(session)}</Link>{' '}
              <span className={styles.failure} lang={failure.lang}>
                {failure.message}
              </span>{' '}
              {failure.requestId && <code>{failure.requestId}</code>}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        {left.length > 0 && (
          <Button onPress={() => void onRetry(left)}>{t('retry', { count: left.length })}</Button>
        )}
        <Button slot="close">{common('close')}</Button>
      </div>
    </>
  );
}
