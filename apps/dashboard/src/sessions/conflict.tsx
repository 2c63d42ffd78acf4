'use client';

import { isFulfillmentReported } from '@parley/domain';
import { useMoney } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { Actions, Section } from '#details/detail-page.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { Option, readField, TextField } from '#forms/text-field.tsx';
import type { Translator } from '#messages/translator.ts';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { describeConflict, describeUnrefunded } from './describe-conflict.ts';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** Compares the requested amount with the payments, and offers the two ways to resolve it. */
export function Conflict({ timeline }: { readonly timeline: SessionTimeline }) {
  const t = useTranslations('sessionPage.conflict');
  const canSettle = usePermission('settle');
  const { requested, payments, kept } = describeConflict(useMoney(), timeline);
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
            id={timeline.session.id}
            isFulfilled={isFulfillmentReported(timeline.session.status)}
            kept={kept}
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
  /** Whether the merchant has reported the fulfillment, so that the status stays. */
  readonly isFulfilled: boolean;
  /** The amounts of the payments that the merchant still has. */
  readonly kept: readonly string[];
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

/** The texts of the dialog that accepts what was not refunded. */
function describeAcceptance(
  t: Translator<'sessionPage'>,
  { isFulfilled, amount }: { readonly isFulfilled: boolean; readonly amount: string | undefined },
) {
  if (isFulfilled) {
    return {
      submit: t('conflict.settle'),
      trigger: t('conflict.settleTrigger'),
      title: t('conflict.settleTitle'),
      text: t('conflict.settleText'),
    };
  }
  if (amount === undefined) {
    return {
      submit: t('conflict.acceptUnpaid'),
      trigger: t('conflict.acceptUnpaidTrigger'),
      title: t('conflict.acceptTitleUnpaid'),
      text: t('conflict.acceptTextUnpaid'),
    };
  }
  return {
    submit: t('conflict.accept'),
    trigger: t('conflict.acceptTrigger'),
    title: t('conflict.acceptTitle', { amount }),
    text: t('conflict.acceptText', { amount }),
  };
}

/** The two ways to resolve a conflict, each behind a confirmation. */
function ResolveConflict({ id, isFulfilled, kept }: ResolveConflictProps) {
  const t = useTranslations('sessionPage');
  const money = useMoney();
  const labels = { note: t('conflict.noteField') };
  const { mutateAsync } = trpc.sessions.resolveConflict.useMutation();
  const getNote = (form: FormData) => ({ note: readField(form, 'note') || undefined });
  const [amount] = kept;
  const acceptance = describeAcceptance(t, { isFulfilled, amount });
  return (
    <Actions>
      <ConfirmDialog
        mutate={(form) => mutateAsync({ id, resolution: 'accept', ...getNote(form) })}
        done={t('conflict.accepted')}
        kind="primary"
        labels={labels}
        submit={acceptance.submit}
        title={acceptance.title}
        trigger={acceptance.trigger}
        triggerKind="primary"
      >
        <p>{acceptance.text}</p>
        {kept.length > 1 && <p>{t('conflict.acceptOne', { further: kept.length - 1 })}</p>}
        <Note />
      </ConfirmDialog>
      <ConfirmDialog
        mutate={(form) =>
          mutateAsync({
            id,
            resolution: 'refunded',
            refunded_elsewhere: form.has('refunded_elsewhere') || undefined,
            ...getNote(form),
          })
        }
        done={t('conflict.refunded')}
        describeMessage={(message, error) => describeUnrefunded(t, money, message, error?.code)}
        kind="primary"
        labels={labels}
        submit={t('conflict.refund')}
        title={t('conflict.refundTitle')}
        trigger={t('conflict.refundTrigger')}
      >
        <p>{t(isFulfilled ? 'conflict.refundTextFulfilled' : 'conflict.refundText')}</p>
        <p>{t('conflict.refundCheck')}</p>
        <Option label={t('conflict.refundElsewhere')} name="refunded_elsewhere" type="checkbox" />
        <Note />
      </ConfirmDialog>
    </Actions>
  );
}
