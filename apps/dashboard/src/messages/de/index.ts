import type { Messages } from '../en/index.ts';
import type { Translation } from '../translator.ts';
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

/** The German texts of the dashboard, by area. */
export const de: Translation<Messages> = {
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
};
