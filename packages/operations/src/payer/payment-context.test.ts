import type { ProviderConfigRecord } from '@parley/db';
import type { PayerMount } from '@parley/provider';
import { expect, it } from 'vitest';
import { type PaymentForm, paymentForm } from './payment-context.ts';

const config = { scriptUrl: 'https://provider.test/v3', publishableKey: 'pk_test_1' };
const clientSecret = 'secret';

it.each<[PayerMount, Partial<PaymentForm>]>([
  [{ kind: 'payment', clientSecret }, {}],
  [{ kind: 'setup', clientSecret }, {}],
  [{ kind: 'embedded', clientSecret, endsHere: true }, {}],
  [{ kind: 'embedded', clientSecret, endsHere: false }, { ends_here: false }],
  [{ kind: 'custom', clientSecret, needsEmail: true }, { needs_email: true }],
  [{ kind: 'custom', clientSecret, needsEmail: false }, {}],
  [
    { kind: 'hosted', url: 'https://provider.test/pay' },
    { client_secret: null, url: 'https://provider.test/pay' },
  ],
])('the form of %j has what the browser needs', (mount, change) => {
  expect(paymentForm(config as ProviderConfigRecord, mount)).toEqual({
    kind: mount.kind,
    script_url: config.scriptUrl,
    publishable_key: config.publishableKey,
    client_secret: clientSecret,
    url: null,
    needs_email: false,
    ends_here: true,
    ...change,
  });
});
