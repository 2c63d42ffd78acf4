import type { Config } from '../config.ts';
import { newId } from '../store/ids.ts';

/** What the payer's browser has to do to authenticate: in a frame of the page, or by going there. */
export function nextAction(
  config: Config,
  returnUrl: string | null,
  inFrame: boolean,
): { challenge: string; shown: object } {
  const challenge = newId('src');
  const shown = inFrame
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          known_frame_issues: 'false',
          source: challenge,
          stripe_js: `${config.publicUrl}/elements/challenge?source=${challenge}`,
        },
      }
    : {
        type: 'redirect_to_url',
        redirect_to_url: {
          return_url: returnUrl,
          url: `${config.publicUrl}/elements/challenge?source=${challenge}&redirect=1`,
        },
      };
  return { challenge, shown };
}
