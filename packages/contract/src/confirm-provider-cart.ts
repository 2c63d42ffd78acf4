import { z } from 'zod';
import { confirmationFields, expectedVersion } from './attempt-fields.ts';
import { attemptIdParameter, sessionIdParameter } from './common.ts';

export const confirmProviderCartInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  ...confirmationFields,
  expected_version: expectedVersion(3),
});
