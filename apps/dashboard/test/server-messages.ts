import type { Messages } from '#messages/en/index.ts';
import type { Translator } from '#messages/translator.ts';
import { translator } from './translator.ts';

/** Replaces `next-intl/server`, which only works in Next.js: the request is in English. */
export const getTranslations = async <Name extends keyof Messages>(
  namespace: Name,
): Promise<Translator<Name>> => translator(namespace);
