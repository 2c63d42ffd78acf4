'use client';

import { useTranslations } from 'next-intl';
import { TextField } from '#forms/text-field.tsx';
import type { Translator } from '#messages/translator.ts';
import { useMode } from '#person/person-context.tsx';
import type { Outputs } from '#trpc/client.ts';

export type ProviderConfig = Outputs['providerConfigs']['list']['data'][number];

/** Names the fields of a config in error messages. */
export const getConfigLabels = (t: Translator<'providerConfigs'>) => ({
  publishable_key: t('subject.publishable_key'),
  secret_key: t('subject.secret_key'),
  webhook_secret: t('subject.webhook_secret'),
  api_url: t('subject.api_url'),
});

/** How browsers treat the field of a secret: they neither show nor store it. */
export const secretInput = {
  type: 'password',
  autoComplete: 'off',
  maxLength: 255,
  spellCheck: false,
} as const;

/** The field of an account's secret key. */
export function SecretKeyField() {
  const t = useTranslations('providerConfigs');
  const mode = useMode();
  return (
    <TextField
      hint={t('hint.secret_key', { mode })}
      input={{ ...secretInput, required: true }}
      label={t('field.secret_key')}
      name="secret_key"
    />
  );
}
