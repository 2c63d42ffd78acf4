'use client';

import { isOpen } from '@parley/domain';
import { useMoney } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { Actions, Headline } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { TextField } from '#forms/text-field.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { describeNextAction } from './next-action.ts';
import { sessionsHref } from './search-params.ts';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** The amount and status of a session, and what to do next. */
export function SessionHeadline({ timeline }: { readonly timeline: SessionTimeline }) {
  const t = useTranslations('sessionPage');
  const labels = useStatusLabels();
  const money = useMoney();
  const mode = useMode();
  const canIntegrate = usePermission('integrate');
  const canSettle = usePermission('settle');
  const { session, payer_url: payerUrl } = timeline;
  const { id, final, requested, status } = session;
  const amount = money({ amountMinor: final.amount_minor, currency: final.currency });
  const requestedAmount = money({
    amountMinor: requested.amount_minor,
    currency: requested.currency,
  });
  const nextAction = describeNextAction(t, session);
  const reportable = status === 'paid' || status === 'provisionable';
  return (
    <Headline
      breadcrumb={[{ label: t('sessions'), href: sessionsHref(mode) }]}
      id={id}
      idLabel={t('id.session')}
      status={labels.session(status)}
      title={amount}
    >
      <p>{labels.session(status).explanation}</p>
      {amount !== requestedAmount && status !== 'payment_conflicted' && (
        <p className={styles.differs}>
          {t('headline.finalAmount', { requested: requestedAmount, final: amount })}
        </p>
      )}
      {timeline.payments.some((payment) => payment.refund_due) && (
        <p className={styles.owed}>{t('headline.refundDue')}</p>
      )}
      {reportable && canIntegrate ? (
        <ReportProvisioned id={id} />
      ) : (
        nextAction && (
          <p className="muted">
            {reportable ? t('headline.mayNotReport', { action: nextAction }) : nextAction}
          </p>
        )
      )}
      {isOpen(status) && (payerUrl || canSettle) && (
        <Actions>
          {payerUrl && (
            <a className="button" href={payerUrl} rel="noreferrer" target="_blank">
              {t('headline.openPage')}
            </a>
          )}
          {canSettle && <CancelSession id={id} />}
        </Actions>
      )}
    </Headline>
  );
}

/** Reports a session as fulfilled, with an optional reference of the merchant. */
function ReportProvisioned({ id }: { readonly id: string }) {
  const t = useTranslations('sessionPage.report');
  const { mutateAsync } = trpc.sessions.reportProvisioned.useMutation();

  async function report(form: FormData) {
    const reference = String(form.get('fulfillment_reference')).trim();
    await mutateAsync({ id, ...(reference && { fulfillment_reference: reference }) });
    return { message: t('done') };
  }

  return (
    <ActionForm
      action={report}
      hideSuccess
      kind="primary"
      labels={{ fulfillment_reference: t('field') }}
      layout="inline"
      submit={t('submit')}
    >
      <TextField
        input={{ autoComplete: 'off', maxLength: 255 }}
        label={t('label')}
        name="fulfillment_reference"
      />
    </ActionForm>
  );
}

function CancelSession({ id }: { readonly id: string }) {
  const t = useTranslations('sessionPage.cancel');
  const { mutateAsync } = trpc.sessions.cancel.useMutation();

  async function cancel() {
    await mutateAsync({ id });
    return { message: t('done') };
  }

  return (
    <ConfirmDialog
      action={cancel}
      kind="danger"
      submit={t('submit')}
      title={t('title')}
      trigger={t('trigger')}
      triggerKind="danger"
    >
      <p>{t('text')}</p>
    </ConfirmDialog>
  );
}
