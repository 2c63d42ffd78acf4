import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catchError } from '../test/catch-error.ts';
import {
  type AttemptOptions,
  buildProviderIdentity,
  checkoutUiModes,
  commercialModes,
  directSubscriptionSources,
  listDifferingOptions,
  validateAttemptOptions,
} from './attempt-options.ts';
import { formatId, ID_RANDOM_BYTES } from './ids.ts';
import { pricingModes } from './pricing.ts';
import { integrationPaths } from './provider-object.ts';

const sources = [null, ...directSubscriptionSources];

/** Incompatible combinations, with the field that the message names. */
const contradictions: Record<string, string> = {
  'one_time direct_subscription null': 'commercial_mode',
  'one_time direct_subscription setup_intent': 'commercial_mode',
  'one_time direct_subscription saved_payment_method': 'commercial_mode',
  'one_time checkout_session setup_intent': 'direct_subscription_source',
  'one_time checkout_session saved_payment_method': 'direct_subscription_source',
  'one_time payment_intent setup_intent': 'direct_subscription_source',
  'one_time payment_intent saved_payment_method': 'direct_subscription_source',
  'subscription checkout_session setup_intent': 'direct_subscription_source',
  'subscription checkout_session saved_payment_method': 'direct_subscription_source',
  'subscription payment_intent setup_intent': 'direct_subscription_source',
  'subscription payment_intent saved_payment_method': 'direct_subscription_source',
};

describe('validateAttemptOptions', () => {
  for (const commercialMode of commercialModes) {
    for (const integrationPath of integrationPaths) {
      for (const directSubscriptionSource of sources) {
        const name = `${commercialMode} ${integrationPath} ${directSubscriptionSource}`;
        const field = contradictions[name];
        it(`${field ? 'rejects' : 'accepts'} ${name}`, () => {
          const options = { commercialMode, integrationPath, directSubscriptionSource };
          const message = expect.stringMatching(`^${field} `);
          expect(catchError(() => validateAttemptOptions(options))).toEqual(
            field && expect.objectContaining({ code: 'invalid_request', message }),
          );
        });
      }
    }
  }
});

const base: AttemptOptions = {
  commercialMode: 'subscription',
  integrationPath: 'direct_subscription',
  pricingMode: 'fixed',
  checkoutUiMode: null,
  directSubscriptionSource: 'setup_intent',
  providerOptionsFingerprint: 'a'.repeat(64),
  merchandiseSubtotalMinor: null,
};

const anyOptions: fc.Arbitrary<AttemptOptions> = fc.record({
  commercialMode: fc.constantFrom(...commercialModes),
  integrationPath: fc.constantFrom(...integrationPaths),
  pricingMode: fc.constantFrom(...pricingModes),
  checkoutUiMode: fc.constantFrom(null, ...checkoutUiModes),
  directSubscriptionSource: fc.constantFrom(...sources),
  providerOptionsFingerprint: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
  merchandiseSubtotalMinor: fc.constantFrom(null, 0, 4000),
});

describe('listDifferingOptions', () => {
  it.each<[Partial<AttemptOptions>, string]>([
    [{ commercialMode: 'one_time' }, 'commercial_mode'],
    [{ integrationPath: 'payment_intent' }, 'integration_path'],
    [{ pricingMode: 'provider_finalized' }, 'pricing_mode'],
    [{ checkoutUiMode: 'hosted' }, 'checkout_ui_mode'],
    [{ directSubscriptionSource: 'saved_payment_method' }, 'direct_subscription_source'],
    [{ providerOptionsFingerprint: 'b'.repeat(64) }, 'provider_options_fingerprint'],
    [{ merchandiseSubtotalMinor: 4000 }, 'merchandise_subtotal_minor'],
    [{ merchandiseSubtotalMinor: 0 }, 'merchandise_subtotal_minor'],
  ])('finds %o', (change, field) => {
    expect(listDifferingOptions(base, { ...base, ...change })).toEqual([field]);
  });

  it('treats an omitted direct_subscription_source as setup_intent', () => {
    const leftOut = { ...base, directSubscriptionSource: null };
    expect(listDifferingOptions(base, leftOut)).toEqual([]);
    expect(listDifferingOptions(leftOut, base)).toEqual([]);
    const saved = { ...base, directSubscriptionSource: 'saved_payment_method' } as const;
    expect(listDifferingOptions(saved, leftOut)).toEqual(['direct_subscription_source']);
  });

  it('treats an omitted checkout_ui_mode as embedded', () => {
    const embedded = { ...base, checkoutUiMode: 'embedded' } as const;
    expect(listDifferingOptions(base, embedded)).toEqual([]);
    expect(listDifferingOptions({ ...base, checkoutUiMode: 'custom' }, base)).toEqual([
      'checkout_ui_mode',
    ]);
  });

  it('lists every differing option in API field order', () => {
    const other: AttemptOptions = {
      commercialMode: 'one_time',
      integrationPath: 'checkout_session',
      pricingMode: 'provider_finalized',
      checkoutUiMode: 'custom',
      directSubscriptionSource: 'saved_payment_method',
      providerOptionsFingerprint: 'c'.repeat(64),
      merchandiseSubtotalMinor: 1,
    };
    expect(listDifferingOptions(base, other)).toEqual([
      'commercial_mode',
      'integration_path',
      'pricing_mode',
      'checkout_ui_mode',
      'direct_subscription_source',
      'provider_options_fingerprint',
      'merchandise_subtotal_minor',
    ]);
  });

  it('is empty for equal options and symmetric for others', () => {
    fc.assert(
      fc.property(anyOptions, anyOptions, (a, b) => {
        expect(listDifferingOptions(a, { ...a })).toEqual([]);
        expect(listDifferingOptions(a, b)).toEqual(listDifferingOptions(b, a));
      }),
    );
  });
});

describe('buildProviderIdentity', () => {
  const random = new Uint8Array(ID_RANDOM_BYTES).fill(255);
  const attemptId = formatId('pspacq', 2 ** 48 - 1, random);
  const sessionId = formatId('psess', 2 ** 48 - 1, random);
  const ids = { attemptId, sessionId };

  for (const integrationPath of integrationPaths) {
    for (const directSubscriptionSource of directSubscriptionSources) {
      const options = { integrationPath, directSubscriptionSource };
      const setup =
        integrationPath === 'direct_subscription' && directSubscriptionSource === 'setup_intent';

      it(`always returns the same ${setup ? 'two keys' : 'key'} for ${integrationPath} from ${directSubscriptionSource}`, () => {
        const identity = buildProviderIdentity(ids, options);
        expect(identity).toEqual({
          idempotencyKeys: {
            root: `${attemptId}:root`,
            ...(setup ? { setupIntent: `${attemptId}:setup_intent` } : {}),
          },
          metadata: {
            proxy_acquisition_attempt_id: attemptId,
            proxy_session_id: sessionId,
            proxy_contract_version: '2',
          },
        });
        expect(buildProviderIdentity({ ...ids }, { ...options })).toEqual(identity);
        const keys = Object.values(identity.idempotencyKeys);
        expect(new Set(keys).size).toBe(setup ? 2 : 1);
        expect(keys.filter((key) => key.length > 255)).toEqual([]);
      });
    }
  }
});
