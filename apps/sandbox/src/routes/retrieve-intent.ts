import { z } from 'zod';
import { fromBrowser, get, type Route } from '../api/operation.ts';
import { browserView, checkClientSecret } from '../intents/browser-access.ts';
import { text } from '../wire/params.ts';

const params = z.strictObject({ client_secret: text().optional() });

/**
 * `GET <path>/:id`, which returns an intent: all of it for a secret key, the fields of a browser for a
 * publishable key with the client secret.
 */
export const retrieveIntent = (kind: 'payment_intent' | 'setup_intent', path: string): Route =>
  fromBrowser(
    get(`${path}/:id`, params, async ({ tx, id, caller }, { client_secret }) => {
      const { data } = await tx.read(kind, id, 'intent');
      checkClientSecret(caller, client_secret, data);
      return caller === 'secret' ? data : browserView(data);
    }),
  );
