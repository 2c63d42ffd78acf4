/** Texts of "Needs attention" and of the notices on every page. */
export const attention = {
  title: 'Needs attention',
  lead: 'What only a person can solve. An item disappears once its object is in order.',
  loading: 'what needs attention',
  column: {
    subject: 'Subject',
    assignee: 'Assignee',
    actions: 'Actions',
    buyer: 'Buyer',
    reason: 'Reason',
    note: 'Note',
  },
  when: {
    waiting: 'Waiting since',
    received: 'Received',
    since: 'Since',
    expires: 'Expires',
    due: 'Deadline',
  },
  filter: {
    byState: 'Filter by state',
    byKind: 'Filter by kind',
    all: 'All',
    open: 'Open',
    mine: 'Assigned to me',
    snoozed: 'Snoozed',
  },
  empty: {
    open: 'Nothing needs attention.',
    openText:
      'Payments, provider accounts and events, webhook endpoints and API keys are all in order.',
    mine: 'Nothing is assigned to you.',
    snoozed: 'Nothing is snoozed.',
    kind: 'Nothing of this kind needs attention.',
    link: 'View everything that needs attention',
  },
  page: {
    first: 'First page',
    next: 'Next page',
    all: 'View all<unseen> of: {kind}</unseen>',
  },
  kind: {
    receiving_account_changed: {
      label: 'Changes of the receiving account',
      one: 'Change of the receiving account',
      nextAction:
        'If no one on your team made the change, activate the former account again, then check your API keys and your team.',
    },
    payment_conflict: {
      label: 'Payment conflicts',
      one: 'Payment conflict',
      nextAction:
        'Compare the requested amount with the charge, then accept or refund the payment.',
    },
    open_dispute: {
      label: 'Disputes',
      one: 'Dispute',
      nextAction:
        'Respond at the provider before the deadline. Do not fulfill the order until you have won.',
    },
    closed_dispute: {
      label: 'Closed disputes',
      one: 'Closed dispute',
      nextAction:
        'Fulfill the order if you won and it was not fulfilled yet. An item disappears after seven days.',
    },
    unprovisioned_session: {
      label: 'Not provisioned',
      one: 'Not provisioned',
      nextAction:
        'Fulfill the order, then report it on the page of its session or from your server.',
    },
    refused_cart: {
      label: 'Refused carts',
      one: 'Refused cart',
      nextAction:
        'The payer cannot pay. Replace the cart, or correct the provider account and then replace the attempt.',
    },
    decline_spike: {
      label: 'Decline spikes',
      one: 'Decline spike',
      nextAction:
        'It may be card testing: check the decline reasons in the overview, and the fraud rules at your provider.',
    },
    unknown_attempt: {
      label: 'Unknown attempts',
      one: 'Unknown attempt',
      nextAction: 'Look up the attempt at the provider, then attach its object from your server.',
    },
    failed_provider_event: {
      label: 'Failed provider events',
      one: 'Failed provider event',
      nextAction: 'The status of a payment may be out of date: check the reason, then retry.',
    },
    parked_provider_event: {
      label: 'Parked provider events',
      one: 'Parked provider event',
      nextAction:
        'Attach the provider object to its attempt from your server; Parley then retries.',
    },
    failing_webhook_endpoint: {
      label: 'Failing endpoints',
      one: 'Failing endpoint',
      nextAction:
        'Fix the receiver, and activate the endpoint if Parley stopped sending events to it.',
    },
    expiring_api_key: {
      label: 'Expiring API keys',
      one: 'Expiring API key',
      nextAction: 'Roll the key, and use the new one on your servers before the old one expires.',
    },
  },
  accountChanged: 'New payments go to a different provider account.',
  declineSpike: 'Spike in declined payments',
  disputeWon: 'Won: you keep the money.',
  disputeLost: 'Lost: the payer got the money back.',
  keyExpires: 'The key was not rolled.',
  rolledKeyInUse: 'The key was rolled but is still in use: switch your servers to the new one.',
  refusedCart: 'The provider refused this cart. {reason}',
  notCreated: 'The provider has not confirmed whether it created the object.',
  snoozedUntil: 'Snoozed until <at></at>',
  note: '<unseen>Note: </unseen>{note}',
  noAssignee: 'No one',
  menu: {
    label: 'Actions for {subject}',
    mine: 'Assign to me',
    assign: 'Assign…',
    unassign: 'Unassign',
    show: 'End the snooze',
    hour: 'Snooze for 1 hour',
    tomorrow: 'Snooze until tomorrow, 09:00',
    monday: 'Snooze until Monday, 09:00',
    snooze: 'Snooze until…',
    addNote: 'Add note…',
    editNote: 'Edit note…',
    history: 'View history',
  },
  dialog: {
    assign: {
      title: 'Assign the item',
      bulkTitle: 'Assign the selected items',
      submit: 'Assign',
    },
    snooze: {
      title: 'Snooze the item',
      bulkTitle: 'Snooze the selected items',
      submit: 'Snooze',
    },
    note: { title: 'Note', bulkTitle: 'Note on the selected items', submit: 'Save note' },
  },
  field: {
    assignee: 'Assignee',
    until: 'Snooze until',
    untilHint: 'In the time zone {zone}, at most 90 days ahead.',
    untilMissing: 'Enter a date and a time.',
    note: 'Note',
    noteHint: 'The team sees the note. Leave the field empty to remove it.',
    bulkNoteHint:
      'The team sees the note. It replaces the notes of the selected items. Leave the field empty to remove them.',
  },
  unchanged: 'The item was not changed.',
  /** Several items at once. */
  bulk: {
    label: 'Selected items: {kind}',
    announcement: '{count, plural, one {# item} other {# items}} selected',
    allOfKind: 'Select all items: {kind}',
    one: 'Select {subject}',
    menu: 'Change selected items',
    changed: '{count, plural, one {# item was} other {# items were}} changed.',
    unchanged: '{count, plural, one {# item was} other {# items were}} not changed.',
  },
  notices: {
    label: 'Notices',
    since: 'Since <at></at>.',
    endpoint: '{name}: {reason}',
    endpointLink: 'View endpoint',
    endpoints: '{count} endpoints are not receiving events.',
    endpointsLink: 'View endpoints',
    accountsLink: 'View accounts',
    events:
      '{events, plural, one {1 provider event} other {{count} provider events}} could not be applied.',
    eventsLink: 'View events',
  },
} as const;
