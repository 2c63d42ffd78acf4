'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { readField, TextField } from '#forms/text-field.tsx';
import { trpc } from '#trpc/client.ts';
import type { Attempt } from './session-timeline.ts';

/** Reports a session as fulfilled, with an optional reference of the merchant. */
export function ReportProvisioned({ id }: { readonly id: string }) {
  const t = useTranslations('sessionPage.report');
  const { mutateAsync } = trpc.sessions.reportProvisioned.useMutation();

  return (
    <ConfirmDialog
      mutate={(form) =>
        mutateAsync({
          id,
          fulfillment_reference: readField(form, 'fulfillment_reference') || undefined,
        })
      }
      done={t('done')}
      kind="primary"
      labels={{ fulfillment_reference: t('field') }}
      submit={t('submit')}
      title={t('title')}
      trigger={t('trigger')}
      triggerKind="primary"
    >
      <p>{t('text')}</p>
      <TextField
        input={{ autoComplete: 'off', maxLength: 255 }}
        label={t('label')}
        name="fulfillment_reference"
      />
    </ConfirmDialog>
  );
}

/** Reports that an order can never be fulfilled, with the reason. */
export function ReportProvisioningFailed({
  id,
  isReturned = false,
}: {
  readonly id: string;
  /** Whether the payer has the money back. */
  readonly isReturned?: boolean;
}) {
  const t = useTranslations('sessionPage.reportFailed');
  const { mutateAsync } = trpc.sessions.reportProvisioningFailed.useMutation();

  return (
    <ConfirmDialog
      mutate={(form) =>
        mutateAsync({
          id,
          error_message: readField(form, 'error_message'),
          error_code: readField(form, 'error_code') || undefined,
        })
      }
      done={t('done')}
      kind="danger"
      labels={{ error_message: t('reasonField'), error_code: t('codeField') }}
      submit={t('submit')}
      title={t('title')}
      trigger={t('trigger')}
    >
      <p>{t(isReturned ? 'textReturned' : 'text')}</p>
      <TextField
        hint={t('reasonHint')}
        input={{ maxLength: 500, required: true }}
        label={t('reason')}
        lines={2}
        name="error_message"
      />
      <TextField
        input={{ autoComplete: 'off', maxLength: 96, placeholder: 'out_of_stock' }}
        label={t('code')}
        name="error_code"
      />
    </ConfirmDialog>
  );
}

/** Replaces an attempt that ended without a payment, which also lets a payer with too many declines try again. */
export function ReplaceAttempt({ attempt }: { readonly attempt: Attempt }) {
  const t = useTranslations('sessionPage.replaceAttempt');
  const { mutateAsync } = trpc.attempts.supersede.useMutation();

  return (
    <ConfirmDialog
      mutate={() =>
        mutateAsync({
          proxy_session_id: attempt.proxy_session_id,
          acquisition_attempt_id: attempt.id,
          expected_version: attempt.version,
          reason: 'replaced_in_dashboard',
          replacement: getReplacement(attempt),
        })
      }
      done={t('done')}
      kind="primary"
      submit={t('submit')}
      title={t('title', { number: attempt.attempt_number })}
      trigger={t('trigger')}
    >
      <p>{t('text')}</p>
    </ConfirmDialog>
  );
}

/** The options of an attempt, for one that replaces it. */
function getReplacement(attempt: Attempt) {
  const { integration_path, provider_options_fingerprint, checkout_ui_mode } = attempt;
  return {
    integration_path,
    provider_options_fingerprint,
    ...(checkout_ui_mode && { checkout_ui_mode }),
    ...(integration_path === 'direct_subscription' && {
      direct_subscription_source: attempt.direct_subscription_source,
    }),
  };
}

/** Cancels an open session. */
export function CancelSession({ id }: { readonly id: string }) {
  const t = useTranslations('sessionPage.cancel');
  const common = useTranslations('common');
  const { mutateAsync } = trpc.sessions.cancel.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ id })}
      done={t('done')}
      dismissLabel={common('close')}
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
