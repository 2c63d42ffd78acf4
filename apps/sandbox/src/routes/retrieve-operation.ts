import { z } from 'zod';
import { operation, type Sandbox } from '../api/operation.ts';
import { browserView, checkClientSecret } from '../intents/browser-access.ts';
import { text } from '../wire/params.ts';

const params = z.strictObject({ client_secret: text().optional() });

/**
 * Mounts `GET <path>`, which returns an intent: all of it for a secret key, the fields of a browser
 * for a publishable key with the client secret.
 */
export function retrieveOperation(
  sandbox: Sandbox,
  kind: 'payment_intent' | 'setup_intent',
  path: string,
): void {
  operation(sandbox, {
    method: 'GET',
    path,
    params,
    fromBrowser: true,
    handle: async (call, { client_secret }) => {
      const { data } = await call.tx.read(kind, call.id, 'intent');
      checkClientSecret(call.caller, client_secret, data);
      return call.caller === 'secret' ? data : browserView(data);
    },
  });
}
