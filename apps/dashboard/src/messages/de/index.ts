import type { Messages } from '../en/index.ts';
import type { Translation } from '../translator.ts';
import { common } from './common.ts';
import { forms } from './forms.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** The German texts of the dashboard, by area. */
export const de: Translation<Messages> = { common, forms, shell, status };
