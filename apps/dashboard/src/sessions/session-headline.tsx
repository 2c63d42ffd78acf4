'use client';

import { isOpen } from '@parley/domain';
import { money } from '@parley/ui/money';
import { sessionStatusLabels } from '@parley/ui/status';
import { Actions, Headline } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { TextField } from '#forms/text-field.tsx';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { describeNextAction } from './next-action.ts';
import { sessionsHref } from './search-params.ts';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** The amount and status of a session, and what to do next. */
export function SessionHeadline({ timeline }: { readonly timeline: SessionTimeline }) {
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
  const nextAction = describeNextAction(session);
  const reportable = status === 'paid' || status === 'provisionable';
  return (
    <Headline
      breadcrumb={[{ label: 'Sessions', href: sessionsHref(mode) }]}
      id={id}
      idLabel="session id"
      status={sessionStatusLabels[status]}
      title={amount}
    >
      <p>{sessionStatusLabels[status].explanation}</p>
      {amount !== requestedAmount && status !== 'payment_conflicted' && (
        <p className={styles.differs}>
          The requested amount was {requestedAmount}. The final amount is {amount}.
        </p>
      )}
      {timeline.payments.some((payment) => payment.refund_due) && (
        <p className={styles.owed}>
          Another payment arrived after fulfillment. Refund it at the provider; the timeline shows
          which one.
        </p>
      )}
      {reportable && canIntegrate ? (
        <ReportProvisioned id={id} />
      ) : (
        nextAction && (
          <p className="muted">
            {nextAction} {reportable && 'Your role cannot report it.'}
          </p>
        )
      )}
      {isOpen(status) && (payerUrl || canSettle) && (
        <Actions>
          {payerUrl && (
            <a className="button" href={payerUrl} rel="noreferrer" target="_blank">
              Open payer page
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
  const { mutateAsync } = trpc.sessions.reportProvisioned.useMutation();

  async function report(form: FormData) {
    const reference = String(form.get('fulfillment_reference')).trim();
    await mutateAsync({ id, ...(reference && { fulfillment_reference: reference }) });
    return { message: 'The session was reported as provisioned.' };
  }

  return (
    <ActionForm
      action={report}
      hideSuccess
      kind="primary"
      labels={{ fulfillment_reference: 'The fulfillment reference' }}
      layout="inline"
      submit="Report provisioned"
    >
      <TextField
        input={{ autoComplete: 'off', maxLength: 255 }}
        label="Fulfillment reference (optional)"
        name="fulfillment_reference"
      />
    </ActionForm>
  );
}

function CancelSession({ id }: { readonly id: string }) {
  const { mutateAsync } = trpc.sessions.cancel.useMutation();

  async function cancel() {
    await mutateAsync({ id });
    return { message: 'The session was canceled.' };
  }

  return (
    <ConfirmDialog
      action={cancel}
      kind="danger"
      submit="Cancel the session"
      title="Cancel this session?"
      trigger="Cancel session"
      triggerKind="danger"
    >
      <p>
        Parley first closes the payment at the provider, so that it can no longer be paid. The payer
        page then shows that the order was canceled. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
