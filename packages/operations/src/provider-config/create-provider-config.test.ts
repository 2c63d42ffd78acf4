import { expect, it } from 'vitest';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { createProviderConfig } from './create-provider-config.ts';

const origin = (apiUrl: string) => ({ apiUrl, scriptUrl: `${apiUrl}/v3` });

it.each([
  [[], 'omitted'],
  [[origin('https://a.test'), origin('https://b.test')], 'https://a.test or https://b.test'],
])(
  'keys are sent only to an origin of the configuration: %j',
  async (providerOrigins, accepted) => {
    const keys = {
      publishable_key: 'pk_test_1',
      secret_key: 'sk_test_1',
      api_url: 'https://c.test',
    };
    const caller = { mode: 'test' } as Caller;
    await expect(
      createProviderConfig({ providerOrigins } as unknown as Deps, caller, keys),
    ).rejects.toMatchObject({ code: 'invalid_request', message: `api_url must be ${accepted}.` });
  },
);
