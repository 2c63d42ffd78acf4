/** Texts of forms and dialogs. */
export const forms = {
  leave: 'Leave without saving? Your changes will be lost.',
  /** A dialog is closed by the Escape key. */
  close: 'Close without saving? What you entered will be lost.',
  noResponse: 'The dashboard does not respond. Check your connection, then try again.',
  /** An error of the API, which is in English, after the name of the field that it is about. */
  fieldError: '{field} <error></error>',
  retryLater: 'Try again in a moment.',
  newSecret: {
    notice: {
      key: '<strong>Copy the new key now.</strong> It is not shown again.',
      secret: '<strong>Copy the new secret now.</strong> It is not shown again.',
    },
    copy: { key: 'Copy key', secret: 'Copy secret' },
    copied: 'Copied.',
    blocked: {
      key: 'The browser blocked copying. Select the key and copy it yourself.',
      secret: 'The browser blocked copying. Select the secret and copy it yourself.',
    },
    saved: 'I have saved it',
    leave: {
      key: 'Leave without saving the key? It is not shown again.',
      secret: 'Leave without saving the secret? It is not shown again.',
    },
  },
  overlap: {
    legend: {
      key: 'The current key expires',
      secret: 'The current secret expires',
      signingSecret: 'The current signing secret expires',
    },
    day: 'In 24 hours',
    week: 'In 7 days',
    now: 'Now',
    chosen: 'At a time that you choose',
    until: 'Time',
    untilHint: 'In the time zone {zone}.',
    untilHintWithLimit: 'In the time zone {zone}, at most {days, number} days ahead.',
    untilError: 'Choose a time in the future.',
    untilErrorWithLimit: 'Choose a time in the next {days, number} days.',
    dayHint: {
      key: 'Leaves time to deploy the new key.',
      secret: 'Leaves time to deploy the new secret.',
      signingSecret: 'Leaves time to deploy the new signing secret.',
    },
    weekHint: 'For several systems with separate deployments.',
    nowHint: {
      key: 'For a key that has leaked or is not in use.',
      secret: 'For a secret that has leaked or is not in use.',
      signingSecret: 'For a signing secret that has leaked or is not in use.',
    },
  },
} as const;
