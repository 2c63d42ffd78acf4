import { z } from 'zod';
import { confirmationFields, expectedVersion } from './attempt-fields.ts';
import { attemptIdParameter, sessionIdParameter } from './common.ts';

export const attachProviderObjectInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: expectedVersion(2),
  object_id: z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .meta({
      description: 'The id of the object at the provider.',
      example: 'pi_3Q0LbD2eZvKYlo2C1x8Gk5pR',
    }),
  role: z
    .enum(['root', 'customer', 'setup_intent'])
    .meta({ description: 'The part the object plays in the attempt.', example: 'root' }),
  object_type: z.string().min(1, 'must not be empty').meta({
    description:
      'root: checkout.session, payment_intent or subscription, by the integration path; otherwise the role itself.',
    example: 'payment_intent',
  }),
  provider_confirmation: z.strictObject(confirmationFields).optional().meta({
    description: 'Confirms the cart in the same step; only with role root.',
    // Shown whole, by the examples of its fields.
    example: {},
  }),
});
