'use client';

import { TextField } from '#forms/text-field.tsx';
import { useMode } from '#shell/person-context.tsx';
import type { Outputs } from '#trpc/client.ts';

export type ProviderConfig = Outputs['providerConfigs']['list']['data'][number];

/** Names the fields of a config in error messages. */
export const configLabels = {
  publishable_key: 'The publishable key',
  secret_key: 'The secret key',
  webhook_secret: 'The signing secret',
  api_url: 'The API',
};

/** How browsers treat the field of a secret: they neither show nor store it. */
export const secretInput = {
  type: 'password',
  autoComplete: 'off',
  maxLength: 255,
  spellCheck: false,
} as const;

/** The field of an account's secret key. */
export function SecretKeyField() {
  const mode = useMode();
  return (
    <TextField
      hint={`A secret or restricted key of ${mode} mode, which begins with sk_${mode}_ or rk_${mode}_. It is encrypted and never shown again.`}
      input={{ ...secretInput, required: true }}
      label="Secret key"
      name="secret_key"
    />
  );
}
