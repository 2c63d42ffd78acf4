import { useTranslations } from 'next-intl';
import { statusLabels } from './status-labels.ts';

/** The labels of all statuses in the language of the page. */
export const useStatusLabels = () => statusLabels(useTranslations('status'));
