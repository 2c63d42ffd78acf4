'use client';

import { Actions, Section } from '#details/detail-page.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { Option, TextField } from '#forms/text-field.tsx';
import { usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { describeConflict, describeUnrefunded } from './describe-conflict.ts';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** Compares the requested amount with the payments, and offers the two ways to resolve it. */
export function Conflict({ timeline }: { readonly timeline: SessionTimeline }) {
  const canSettle = usePermission('settle');
  const { requested, payments, multiple } = describeConflict(timeline);
  return (
    <Section title="Resolve the conflict">
      <div className={`card ${styles.conflict}`}>
        <dl>
          <div className={styles.payment}>
            <dt>Requested</dt>
            <dd>{requested}</dd>
          </div>
          {payments.map(({ id, attempt, amount, comparison }) => (
            <div className={styles.payment} key={id}>
              <dt>
                {attempt} charged <span className="muted">{comparison}</span>
              </dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
        {canSettle ? (
          <ResolveConflict
            acceptedAmount={payments[0]?.amount ?? null}
            id={timeline.session.id}
            multiple={multiple}
          />
        ) : (
          <p className="muted">
            Only an owner, admin or support member can resolve it. Send them the address of this
            page.
          </p>
        )}
      </div>
    </Section>
  );
}

interface ResolveConflictProps {
  readonly id: string;
  /** The amount that the session would be paid with. */
  readonly acceptedAmount: string | null;
  /** Whether there is more than one payment. */
  readonly multiple: boolean;
}

const note = (
  <TextField
    hint="Shown in the timeline. At most 500 characters."
    input={{ maxLength: 500 }}
    label="Note (optional)"
    lines={2}
    name="note"
  />
);
const labels = { note: 'The note' };

/** The two ways to resolve a conflict, each behind a confirmation. */
function ResolveConflict({ id, acceptedAmount, multiple }: ResolveConflictProps) {
  const { mutateAsync } = trpc.sessions.resolveConflict.useMutation();
  const noteOf = (form: FormData) => {
    const text = String(form.get('note')).trim();
    return text ? { note: text } : {};
  };

  async function accept(form: FormData) {
    await mutateAsync({ id, resolution: 'accept', ...noteOf(form) });
    return { message: 'The payment was accepted.' };
  }

  async function markRefunded(form: FormData) {
    const elsewhere = form.get('refunded_elsewhere') === 'on';
    await mutateAsync({
      id,
      resolution: 'refunded',
      ...(elsewhere && { refunded_elsewhere: true }),
      ...noteOf(form),
    });
    return { message: 'The session was marked as refunded.' };
  }

  return (
    <Actions>
      <ConfirmDialog
        action={accept}
        kind="primary"
        labels={labels}
        submit="Accept payment"
        title={acceptedAmount ? `Accept ${acceptedAmount}?` : 'Accept the payment?'}
        trigger="Accept payment…"
        triggerKind="primary"
      >
        <p>
          The session becomes paid{acceptedAmount && ` with ${acceptedAmount}`} and can be
          fulfilled. The payer is not charged again. This cannot be undone.
        </p>
        {multiple && <p>Only one payment counts. Refund the other one at the provider.</p>}
        {note}
      </ConfirmDialog>
      <ConfirmDialog
        action={markRefunded}
        describeMessage={describeUnrefunded}
        kind="primary"
        labels={labels}
        submit="Mark as refunded"
        title="Was every payment refunded in full?"
        trigger="Mark as refunded…"
      >
        <p>
          The session becomes canceled. This cannot be undone. Parley does not refund payments:
          refund them at the provider first. Parley then checks that the provider refunded all of
          them.
        </p>
        <Option
          label="It was refunded in another way, such as a bank transfer or a lost dispute. Parley does not check with the provider."
          name="refunded_elsewhere"
          type="checkbox"
        />
        {note}
      </ConfirmDialog>
    </Actions>
  );
}
