import { same } from '../wire/authenticate.ts';
import { invalid } from '../wire/errors.ts';
import type { Call } from '../wire/route.ts';

/** A browser proves its right to an intent by the intent's own client secret. */
export function checkClientSecret(
  call: Call,
  given: string | undefined,
  intent: { id: string; object: string; client_secret: string | null },
): void {
  if (call.caller === 'secret' && given === undefined) return;
  if (given === undefined) {
    throw invalid('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (!same(given, intent.client_secret ?? '')) {
    const noun = intent.object === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent';
    throw invalid(
      `The client_secret provided does not match the client_secret associated with this ${noun}.`,
      { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
    );
  }
}
