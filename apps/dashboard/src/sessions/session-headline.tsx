'use client';

import { isFulfillable, isFulfillmentReported, isOpen, withoutInquiry } from '@parley/domain';
import { Timestamp, useMoney } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { sessionsHref } from '#addresses/sessions.ts';
import { Actions, Headline } from '#details/detail-page.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { usePermission } from '#person/person-context.tsx';
import { describeNextAction, findReplaceableAttempt } from './next-action.ts';
import {
  CancelSession,
  ReplaceAttempt,
  ReportProvisioned,
  ReportProvisioningFailed,
} from './session-actions.tsx';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** The amount and status of a session, and what to do next. */
export function SessionHeadline({ timeline }: { readonly timeline: SessionTimeline }) {
  const t = useTranslations('sessionPage');
  const labels = useStatusLabels();
  const money = useMoney();
  const canReport = usePermission('fulfill');
  const canSettle = usePermission('settle');
  const { session, payer_url: payerUrl } = timeline;
  const { id, final, requested, status } = session;
  const amount = money({ amountMinor: final.amount_minor, currency: final.currency });
  const requestedAmount = money({
    amountMinor: requested.amount_minor,
    currency: requested.currency,
  });
  const nextAction = describeNextAction(t, timeline);
  const replaceable = findReplaceableAttempt(timeline);
  const { payment_summary: payments, actionable_next_step: nextStep } = session;
  const label = labels.sessionWithPayment(status, payments.status);
  const moneyIn = (amountMinor: number) => money({ amountMinor, currency: payments.currency });
  const reportable = isFulfillable(status, payments.status);
  const refundStatus = withoutInquiry(payments.status, payments.refunded_minor);
  const isReturned = status === 'paid' && nextStep === 'none';
  // Its explanation says what to do.
  const isPlain = reportable && label.label === labels.session(status).label;
  // The status does not say so, because the fulfillment stays.
  const inConflict = nextStep === 'resolve_conflict' && isFulfillmentReported(status);
  return (
    <Headline
      breadcrumb={[{ label: t('sessions'), href: sessionsHref() }]}
      id={id}
      idLabel={t('id.session')}
      status={label}
      title={amount}
    >
      <p>{inConflict ? t('headline.conflict') : label.explanation}</p>
      {refundStatus === 'partially_refunded' && (
        <p>
          {t('headline.refunded', {
            refunded: moneyIn(payments.refunded_minor),
            received: moneyIn(payments.received_minor),
          })}
        </p>
      )}
      {nextStep === 'respond_to_dispute' && payments.dispute?.due_by && (
        <p>
          {t.rich('headline.disputeDue', {
            at: () => <Timestamp at={payments.dispute?.due_by ?? ''} />,
          })}
        </p>
      )}
      {amount !== requestedAmount && status !== 'payment_conflicted' && (
        <p className={styles.differs}>
          {t('headline.finalAmount', { requested: requestedAmount, final: amount })}
        </p>
      )}
      {timeline.payments.some((payment) => payment.refund_due) && (
        <p className={styles.owed}>{t('headline.refundDue')}</p>
      )}
      {timeline.payments.some((payment) => payment.refund_failed) && (
        <p className={styles.owed}>{t('headline.refundFailed')}</p>
      )}
      {nextAction && !(isPlain && canReport) && (
        <p className="muted">
          {nextStep === 'provision' && !canReport
            ? t('headline.mayNotReport', { action: nextAction })
            : nextAction}
        </p>
      )}
      {(reportable || isReturned) && canReport && (
        <Actions>
          {reportable && <ReportProvisioned id={id} />}
          <ReportProvisioningFailed id={id} isReturned={isReturned} />
        </Actions>
      )}
      {isOpen(status) && (payerUrl || canSettle) && (
        <Actions>
          {payerUrl && (
            <a className="button" href={payerUrl} rel="noreferrer" target="_blank">
              {t('headline.openPage')}
            </a>
          )}
          {replaceable && canSettle && <ReplaceAttempt attempt={replaceable} />}
          {canSettle && <CancelSession id={id} />}
        </Actions>
      )}
    </Headline>
  );
}
