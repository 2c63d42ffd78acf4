import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';

type Translate = Awaited<ReturnType<typeof getTranslations<never>>>;

/** Creates the metadata of a page whose title is a message. */
export const createMetadata =
  (getTitle: (t: Translate) => string) => async (): Promise<Metadata> => ({
    title: getTitle(await getTranslations()),
  });
