/** Texts of the components that several areas use. */
export const common = {
  apply: 'Apply filters',
  cancel: 'Cancel',
  clearAll: 'Clear all',
  close: 'Close',
  atProvider: 'View<more> at the provider</more>',
  /** A link to the documentation of an error code or of webhooks. */
  help: 'Help<unseen> with {topic}</unseen>',
  export: {
    trigger: 'Export CSV',
    progress: '{count, plural, one {# row so far…} other {# rows so far…}}',
    stop: 'Stop',
    done: '{count, plural, one {# row was exported.} other {# rows were exported.}}',
    stopped: 'The export was stopped. No file was saved.',
    refused: 'The export was refused. {reason}',
    interrupted:
      'The export was interrupted, so no file was saved. Check your connection and try again.',
  },
  copy: {
    action: 'Copy {label} {id}',
    done: 'Copied',
    refused: 'Your browser blocked copying. Select the id and copy it manually.',
  },
  actor: {
    you: 'You',
    formerMember: 'A former member',
    server: 'Your server',
    payer: 'The payer',
    provider: 'The provider',
    parley: 'Parley',
  },
  breadcrumb: 'Breadcrumb',
  facts: 'Details',
  filters: 'Filters',
  filtersSet: 'Filters ({count, number})',
  dayError: 'Choose {day} or later.',
  find: 'Find',
  ignoredFilters:
    '{count, plural, one {Ignored an invalid filter in the URL} other {Ignored # invalid filters in the URL}}: {filters}',
  loading: 'Loading {what}',
  loadingPage: 'Loading page',
  newest: 'Newest',
  older: 'Older',
  pages: 'Pages',
  updatedMinutes: 'Updated {minutes, number} min ago',
  updatedSeconds: 'Updated {seconds, number} s ago',
  selection: {
    count: '{count, number} selected',
    all: 'Select all {count, number}',
    clear: 'Clear',
  },
} as const;
