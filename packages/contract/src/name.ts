import { findNameProblem } from '@parley/domain';
import { z } from 'zod';

const nameInput = (kind: 'person' | 'merchant') =>
  z
    .string()
    .trim()
    .superRefine((name, { addIssue }) => {
      const message = findNameProblem(name, kind);
      if (message !== null) addIssue({ code: 'custom', message });
    });

/** The name of a person, as others see it. */
export const personNameInput = nameInput('person');

/** The name of a merchant, as its payers and the people on its team see it. */
export const merchantNameInput = nameInput('merchant');

/** The name of an API key, often that of a host. Emails to the owners of the merchant contain it. */
export const keyNameInput = nameInput('merchant').meta({
  description: 'Says where the key is used.',
});
