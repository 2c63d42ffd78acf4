'use client';

import { useMoney } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
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
  const t = useTranslations('sessionPage.conflict');
  const canSettle = usePermission('settle');
  const { requested, payments, multiple } = describeConflict(useMoney(), timeline);
  const kept = timeline.payments.findIndex(
    ({ amount_minor, refunded_minor, disputed_minor }) =>
      refunded_minor + disputed_minor < amount_minor,
  );
  return (
    <Section title={t('title')}>
      <div className={`card ${styles.conflict}`}>
        <dl>
          <div className={styles.payment}>
            <dt>{t('requested')}</dt>
            <dd>{requested}</dd>
          </div>
          {payments.map(({ id, attemptNumber, amount, comparison }) => (
            <div className={styles.payment} key={id}>
              <dt>
                {t.rich(attemptNumber === null ? 'chargedAlone' : 'charged', {
                  number: attemptNumber ?? 0,
                  comparison: () => <span className="muted">{t(comparison)}</span>,
                })}
              </dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
        {canSettle ? (
          <ResolveConflict
            acceptedAmount={payments[kept]?.amount ?? null}
            id={timeline.session.id}
            multiple={multiple}
          />
        ) : (
          <p className="muted">{t('mayNotResolve')}</p>
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

function Note() {
  const t = useTranslations('sessionPage.conflict');
  return (
    <TextField
      hint={t('noteHint')}
      input={{ maxLength: 500 }}
      label={t('note')}
      lines={2}
      name="note"
    />
  );
}

/** The two ways to resolve a conflict, each behind a confirmation. */
function ResolveConflict({ id, acceptedAmount, multiple }: ResolveConflictProps) {
  const t = useTranslations('sessionPage');
  const money = useMoney();
  const labels = { note: t('conflict.noteField') };
  const { mutateAsync } = trpc.sessions.resolveConflict.useMutation();
  const noteOf = (form: FormData) => {
    const text = String(form.get('note')).trim();
    return text ? { note: text } : {};
  };

  async function accept(form: FormData) {
    await mutateAsync({ id, resolution: 'accept', ...noteOf(form) });
    return { message: t('conflict.accepted') };
  }

  async function markRefunded(form: FormData) {
    const elsewhere = form.get('refunded_elsewhere') === 'on';
    await mutateAsync({
      id,
      resolution: 'refunded',
      ...(elsewhere && { refunded_elsewhere: true }),
      ...noteOf(form),
    });
    return { message: t('conflict.refunded') };
  }

  return (
    <Actions>
      <ConfirmDialog
        action={accept}
        kind="primary"
        labels={labels}
        submit={t('conflict.accept')}
        title={
          acceptedAmount
            ? t('conflict.acceptTitle', { amount: acceptedAmount })
            : t('conflict.acceptTitleUnpaid')
        }
        trigger={t('conflict.acceptTrigger')}
        triggerKind="primary"
      >
        <p>
          {acceptedAmount
            ? t('conflict.acceptText', { amount: acceptedAmount })
            : t('conflict.acceptTextUnpaid')}
        </p>
        {multiple && <p>{t('conflict.acceptOne')}</p>}
        <Note />
      </ConfirmDialog>
      <ConfirmDialog
        action={markRefunded}
        describeMessage={(message) => describeUnrefunded(t, money, message)}
        kind="primary"
        labels={labels}
        submit={t('conflict.refund')}
        title={t('conflict.refundTitle')}
        trigger={t('conflict.refundTrigger')}
      >
        <p>{t('conflict.refundText')}</p>
        <Option label={t('conflict.refundElsewhere')} name="refunded_elsewhere" type="checkbox" />
        <Note />
      </ConfirmDialog>
    </Actions>
  );
}
