import { account } from './account.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { common } from './common.ts';
import { forms } from './forms.ts';
import { notifications } from './notifications.ts';
import { providerConfigs } from './provider-configs.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';
import { team } from './team.ts';

/** The English texts of the dashboard, by area. They define which messages a language has. */
export const en = {
  account,
  apiKeys,
  audit,
  common,
  forms,
  notifications,
  providerConfigs,
  settings,
  shell,
  status,
  team,
} as const;

export type Messages = typeof en;
