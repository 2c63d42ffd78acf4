import { describe, expect, it } from 'vitest';
import { catchError } from '../test/catch-error.ts';
import {
  getObjectFormat,
  type IntegrationPath,
  integrationPaths,
  type ObjectRole,
  objectRoles,
  validateProviderObject,
} from './provider-object.ts';

/** Role, path, and the only accepted type and prefix. */
const accepted: [ObjectRole, IntegrationPath, string, string][] = [
  ['root', 'checkout_session', 'checkout.session', 'cs_'],
  ['root', 'payment_intent', 'payment_intent', 'pi_'],
  ['root', 'direct_subscription', 'subscription', 'sub_'],
  ['customer', 'checkout_session', 'customer', 'cus_'],
  ['customer', 'payment_intent', 'customer', 'cus_'],
  ['customer', 'direct_subscription', 'customer', 'cus_'],
  ['setup_intent', 'checkout_session', 'setup_intent', 'seti_'],
  ['setup_intent', 'payment_intent', 'setup_intent', 'seti_'],
  ['setup_intent', 'direct_subscription', 'setup_intent', 'seti_'],
];

const types = [
  'checkout.session',
  'payment_intent',
  'subscription',
  'customer',
  'setup_intent',
  'checkout_session',
  'Payment_Intent',
  '',
];
const idPrefixes = ['cs_', 'pi_', 'sub_', 'cus_', 'seti_', 'si_', 'PI_', 'pi', ''];

const validate = (...input: Parameters<typeof validateProviderObject>) =>
  catchError(() => validateProviderObject(...input));

describe('validateProviderObject', () => {
  it('is tested with every role and path', () => {
    const tested = new Set(accepted.map(([role, path]) => `${role} ${path}`));
    expect(tested.size).toBe(objectRoles.length * integrationPaths.length);
    expect(accepted).toHaveLength(tested.size);
  });

  for (const [role, path, type, prefix] of accepted) {
    it(`accepts only a ${type} with id ${prefix}… as ${role} on ${path}`, () => {
      expect(getObjectFormat(role, path)).toEqual({ type, prefix });
      for (const givenType of types) {
        for (const givenPrefix of idPrefixes) {
          const object = { role, type: givenType, id: `${givenPrefix}123` };
          const matches = givenType === type && givenPrefix === prefix;
          expect(validate(path, object), `${givenType} ${object.id}`).toEqual(
            matches ? undefined : expect.objectContaining({ code: 'object_type_mismatch' }),
          );
        }
      }
    });

    it(`rejects the prefix ${prefix} alone as ${role} on ${path}`, () => {
      expect(validate(path, { role, type, id: prefix })).toMatchObject({
        code: 'object_type_mismatch',
      });
    });
  }

  it('accepts test-mode ids of the provider', () => {
    const object = { role: 'root', type: 'checkout.session', id: 'cs_test_a1B2' } as const;
    expect(validate('checkout_session', object)).toBeUndefined();
  });

  it('names the wrong field and the accepted value', () => {
    const wrongType = { role: 'root', type: 'subscription', id: 'sub_1' } as const;
    expect(validate('payment_intent', wrongType)?.message).toBe(
      'object_type must be "payment_intent" for role root on path payment_intent, not "subscription".',
    );
    const wrongId = { role: 'customer', type: 'customer', id: 'pi_1' } as const;
    expect(validate('payment_intent', wrongId)?.message).toBe(
      'object_id must begin with "cus_" for object_type "customer".',
    );
  });
});
