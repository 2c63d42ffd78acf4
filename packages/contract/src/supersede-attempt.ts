import { z } from 'zod';
import {
  checkoutUiModeInput,
  directSourceInput,
  expectedVersion,
  fingerprintInput,
  integrationPathInput,
} from './attempt-fields.ts';
import { attemptIdParameter, sessionIdParameter } from './common.ts';

export const supersedeAttemptInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: expectedVersion(5),
  reason: z
    .string()
    .regex(/^[a-z0-9_]{1,96}$/, 'must be 1 to 96 lowercase letters, digits or underscores')
    .meta({
      description: 'Why, in a word of your own.',
      example: 'payer_chose_another_method',
    }),
  replacement: z
    .strictObject({
      integration_path: integrationPathInput,
      provider_options_fingerprint: fingerprintInput,
      checkout_ui_mode: checkoutUiModeInput,
      direct_subscription_source: directSourceInput,
    })
    .meta({ description: 'The options of the attempt that takes its place.' }),
});
