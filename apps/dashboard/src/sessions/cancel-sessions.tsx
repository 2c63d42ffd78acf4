import { isOpen } from '@parley/domain';
import { sessionStatusLabels } from '@parley/ui/status';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
import { useContentFocus } from '#forms/action-form.tsx';
import { useMode } from '#shell/person-context.tsx';
import { formatSessionCount } from './format-session-count.ts';
import { sessionHref } from './search-params.ts';
import styles from './session-selection.module.css';
import { nameOf, type SessionRow } from './session-table.tsx';
import { type Cancellation, useCancellation } from './use-cancellation.ts';

interface CancelSessionsProps {
  readonly sessions: readonly SessionRow[];
  readonly onCanceled: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Cancels the open ones of some sessions after a confirmation, and shows what became of each. */
export function CancelSessions({ sessions, onCanceled, onClose }: CancelSessionsProps) {
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
      title={titleOf(open.length, cancellation)}
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

function titleOf(open: number, cancellation: Cancellation | null): string {
  if (open === 0) return 'No selected session can be canceled';
  return cancellation === null ? `Cancel ${formatSessionCount(open)}?` : 'Cancel sessions';
}

interface ConfirmationProps {
  readonly open: readonly SessionRow[];
  readonly closed: readonly SessionRow[];
  readonly onConfirm: () => void;
}

function Confirmation({ open, closed, onConfirm }: ConfirmationProps) {
  return (
    <>
      {open.length > 0 && (
        <p>
          Parley first closes each payment at the provider, so that it can no longer be paid. The
          payer pages then show that the order was canceled. This cannot be undone.
        </p>
      )}
      {closed.length > 0 && (
        <div>
          <p>
            {open.length > 0 &&
              `${closed.length} of the ${open.length + closed.length} selected sessions cannot be canceled. `}
            Only a session that is open can be canceled:
          </p>
          <ul className={styles.list}>
            {closed.map((session) => (
              <li key={session.id}>
                {nameOf(session)} –{' '}
                <span className="muted">{sessionStatusLabels[session.status].label}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.buttons}>
        {open.length > 0 && (
          <Button kind="danger" onPress={onConfirm}>
            {`Cancel ${formatSessionCount(open.length)}`}
          </Button>
        )}
        <Button slot="close">Close</Button>
      </div>
    </>
  );
}

interface ProgressProps {
  readonly cancellation: Cancellation;
  readonly onStop: () => void;
}

function Progress({ cancellation, onStop }: ProgressProps) {
  const { status, done, total } = cancellation;
  const text = status === 'stopping' ? 'Stopping' : 'Canceling';
  return (
    <>
      <p>
        {text}… {done} of {total} done.
      </p>
      <progress aria-label={text} className={styles.progress} max={total} value={done} />
      <div className={styles.buttons}>
        <Button isPending={status === 'stopping'} onPress={onStop}>
          Stop
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
  const mode = useMode();
  const { canceled, failures, rest } = cancellation;
  const left = [...failures.map(({ session }) => session), ...rest];
  const summary = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone. With the focus, the result is read out.
  useEffect(() => summary.current?.focus(), []);
  return (
    <>
      <p className={styles.summary} ref={summary} tabIndex={-1}>
        {formatSessionCount(canceled)} {canceled === 1 ? 'was' : 'were'} canceled.
        {failures.length > 0 && ` ${failures.length} failed.`}
        {rest.length > 0 && ` ${rest.length} ${rest.length === 1 ? 'was' : 'were'} not started.`}
      </p>
      {failures.length > 0 && (
        <ul aria-label="Failures" className={styles.list}>
          {failures.map(({ session, failure }) => (
            <li key={session.id}>
              <Link href={sessionHref(mode, session.id)}>{nameOf(session)}</Link>{' '}
              <span className={styles.failure}>{failure.message}</span>{' '}
              {failure.requestId && <code>{failure.requestId}</code>}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        {left.length > 0 && (
          <Button
            onPress={() => void onRetry(left)}
          >{`Retry ${formatSessionCount(left.length)}`}</Button>
        )}
        <Button slot="close">Close</Button>
      </div>
    </>
  );
}
