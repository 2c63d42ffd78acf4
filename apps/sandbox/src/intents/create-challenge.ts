import type { Config } from '../config.ts';
import { newId } from '../store/kinds.ts';

/** Creates an authentication and its `next_action`: a frame in the merchant's page, or a redirect. */
export function createChallenge(
  config: Config,
  returnUrl: string | null,
  inFrame: boolean,
): { id: string; nextAction: object } {
  const id = newId('src');
  const nextAction = inFrame
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          known_frame_issues: 'false',
          source: id,
          stripe_js: `${config.publicUrl}/elements/challenge?source=${id}`,
        },
      }
    : {
        type: 'redirect_to_url',
        redirect_to_url: {
          return_url: returnUrl,
          url: `${config.publicUrl}/elements/challenge?source=${id}&redirect=1`,
        },
      };
  return { id, nextAction };
}
