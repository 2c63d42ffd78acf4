import type { Messages } from '../en/index.ts';
import type { Translation } from '../translator.ts';
import { account } from './account.ts';
import { apiKeys } from './api-keys.ts';
import { attention } from './attention.ts';
import { audit } from './audit.ts';
import { commands } from './commands.ts';
import { common } from './common.ts';
import { deliveries } from './deliveries.ts';
import { events } from './events.ts';
import { forms } from './forms.ts';
import { notifications } from './notifications.ts';
import { overview } from './overview.ts';
import { passkeys } from './passkeys.ts';
import { providerConfigs } from './provider-configs.ts';
import { providerEvents } from './provider-events.ts';
import { reauthentication } from './reauthentication.ts';
import { requests } from './requests.ts';
import { secondFactor } from './second-factor.ts';
import { sessionList } from './session-list.ts';
import { sessionPage } from './session-page.ts';
import { sessionTimeline } from './session-timeline.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { signature } from './signature.ts';
import { status } from './status.ts';
import { subscriptions } from './subscriptions.ts';
import { team } from './team.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** The German texts of the dashboard, by area. */
export const de: Translation<Messages> = {
  account,
  apiKeys,
  attention,
  audit,
  commands,
  common,
  deliveries,
  events,
  forms,
  notifications,
  overview,
  passkeys,
  providerConfigs,
  providerEvents,
  reauthentication,
  requests,
  secondFactor,
  sessionList,
  sessionPage,
  sessionTimeline,
  settings,
  shell,
  signIn,
  signature,
  status,
  subscriptions,
  team,
  webhookEndpoints,
};
