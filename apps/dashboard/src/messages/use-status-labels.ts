import { useTranslations } from 'next-intl';
import { getStatusLabels } from './status-labels.ts';

/** The labels of all statuses in the language of the page. */
export const useStatusLabels = () => getStatusLabels(useTranslations('status'));
