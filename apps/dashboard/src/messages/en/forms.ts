/** Texts of forms and dialogs. */
export const forms = {
  leave: 'Leave without saving? Your changes will be lost.',
  /** A dialog is closed by the Escape key. */
  close: 'Close without saving? Your changes will be lost.',
  noResponse: 'The dashboard is not responding. Check your connection, then try again.',
  /** An error of the API, which is in English, after the name of the field that it is about. */
  fieldError: '{field} <error></error>',
  retryLater: 'Try again in a moment.',
  newSecret: {
    notice: {
      key: '<strong>Copy the new key now.</strong> You cannot view it again.',
      secret: '<strong>Copy the new secret now.</strong> You cannot view it again.',
    },
    copy: { key: 'Copy key', secret: 'Copy secret' },
    copied: 'Copied.',
    blocked: {
      key: 'Your browser blocked copying. Select the key and copy it manually.',
      secret: 'Your browser blocked copying. Select the secret and copy it manually.',
    },
    saved: 'I have saved it',
    leave: {
      key: 'Leave without saving the key? You cannot view it again.',
      secret: 'Leave without saving the secret? You cannot view it again.',
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
    chosen: 'At a custom time',
    until: 'Time',
    untilHint: 'Time zone: {zone}.',
    untilHintWithLimit: 'Time zone: {zone}. At most {days, number} days ahead.',
    untilError: 'Choose a time in the future.',
    untilErrorWithLimit: 'Choose a time in the next {days, number} days.',
    dayHint: {
      key: 'Gives you time to deploy the new key.',
      secret: 'Gives you time to deploy the new secret.',
      signingSecret: 'Gives you time to deploy the new signing secret.',
    },
    weekHint: 'For systems that you deploy separately.',
    nowHint: {
      key: 'For a leaked or unused key.',
      secret: 'For a leaked or unused secret.',
      signingSecret: 'For a leaked or unused signing secret.',
    },
  },
} as const;
