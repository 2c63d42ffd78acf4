import { common } from './common.ts';
import { forms } from './forms.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** The English texts of the dashboard, by area. They define which messages a language has. */
export const en = { common, forms, shell, status } as const;

export type Messages = typeof en;
