import type { OnboardingSteps } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';

/**
 * Reads which steps a new merchant has done, in both modes. Nothing stores them, so a step is open again
 * if its object is removed, or if the newest deliveries all failed.
 */
export async function getOnboarding(
  deps: Deps,
  { merchantId }: Pick<Scope, 'merchantId'>,
): Promise<OnboardingSteps> {
  const test = deps.database.forScope({ merchantId, mode: 'test' });
  const live = deps.database.forScope({ merchantId, mode: 'live' });
  const [config, received, session, provisioned, liveConfig, liveKey, liveSession] =
    await Promise.all([
      test.providerConfigs.findActiveId(),
      test.webhookEndpoints.hasReceived(),
      test.sessions.exists(),
      test.sessions.exists('provisioned'),
      live.providerConfigs.findActiveId(),
      live.apiKeys.hasActiveSecret(),
      live.sessions.exists(),
    ]);
  return {
    provider_connected: config !== null,
    webhook_received: received,
    test_session_created: session,
    first_session_provisioned: provisioned,
    live_provider_connected: liveConfig !== null,
    live_key_created: liveKey,
    live_session_created: liveSession,
  };
}
