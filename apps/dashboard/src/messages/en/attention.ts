/** Texts of "Needs attention" and of the notices on every page. */
export const attention = {
  title: 'Needs attention',
  lead: 'Needs a decision from you. Items disappear once they are resolved.',
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
      'No problems with payments, provider accounts and events, webhook endpoints or API keys.',
    mine: 'Nothing is assigned to you.',
    snoozed: 'Nothing is snoozed.',
    kind: 'No items of this kind need attention.',
    link: 'View everything that needs attention',
  },
  page: {
    first: 'First page',
    next: 'Next page',
    all: 'View all<unseen>: {kind}</unseen>',
  },
  kind: {
    receiving_account_changed: {
      label: 'Receiving account changes',
      one: 'Receiving account changed',
      nextAction:
        'If no one on your team made the change, reactivate the former account, then review your API keys and team.',
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
        'Respond at the provider before the deadline. Do not fulfill the order until you win.',
    },
    open_inquiry: {
      label: 'Inquiries',
      one: 'Inquiry',
      nextAction:
        'No money was withdrawn. Respond at the provider before the deadline, so that the inquiry does not become a dispute.',
    },
    closed_dispute: {
      label: 'Closed disputes',
      one: 'Closed dispute',
      nextAction:
        'If you won, fulfill the order unless you already have. Items disappear after seven days.',
    },
    unprovisioned_session: {
      label: 'Not provisioned',
      one: 'Not provisioned',
      nextAction: 'Fulfill the order, then report it on the session page or from your server.',
    },
    refused_cart: {
      label: 'Refused carts',
      one: 'Refused cart',
      nextAction:
        'The payer cannot pay. Replace the cart, or fix the provider account and then replace the attempt.',
    },
    decline_spike: {
      label: 'Decline spikes',
      one: 'Decline spike',
      nextAction:
        'This may be card testing. Check the decline reasons in the overview and your provider’s fraud rules.',
    },
    unknown_attempt: {
      label: 'Unknown attempts',
      one: 'Unknown attempt',
      nextAction: 'Look up the attempt at the provider, then attach its object from your server.',
    },
    failed_provider_event: {
      label: 'Failed provider events',
      one: 'Failed provider event',
      nextAction: 'A payment status may be out of date. Check the reason, then retry.',
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
      nextAction: 'Fix the receiver, and reactivate the endpoint if Parley stopped sending to it.',
    },
    expiring_api_key: {
      label: 'Expiring API keys',
      one: 'Expiring API key',
      nextAction: 'Roll the key and switch your servers to the new one before the old one expires.',
    },
  },
  accountChanged: 'New payments go to a different provider account.',
  declineSpike: 'Spike in declined payments',
  disputeWon: 'Won: you keep the money.',
  disputeLost: 'Lost: the payer got the money back.',
  renewal: 'Concerns a renewal of the subscription, not a payment for the session.',
  disputedRenewal: 'Respond at the provider before the deadline.',
  closedDispute: 'This item disappears seven days after the decision.',
  renewalOf: '{buyer}, subscription renewal',
  inquiryClosed: 'Inquiry closed: you keep the money.',
  keyExpires: 'Not rolled yet.',
  rolledKeyInUse: 'Rolled but still in use. Switch your servers to the new key.',
  refusedCart: 'The provider refused this cart. {reason}',
  notCreated: 'The provider has not confirmed whether it created the object.',
  snoozedUntil: 'Snoozed until <at></at>',
  note: '<unseen>Note: </unseen>{note}',
  noAssignee: 'Unassigned',
  menu: {
    label: 'Actions for {subject}',
    mine: 'Assign to me',
    assign: 'Assign…',
    unassign: 'Unassign',
    show: 'Unsnooze',
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
      title: 'Assign item',
      bulkTitle: 'Assign selected items',
      submit: 'Assign',
    },
    snooze: {
      title: 'Snooze item',
      bulkTitle: 'Snooze selected items',
      submit: 'Snooze',
    },
    note: { title: 'Note', bulkTitle: 'Note on selected items', submit: 'Save note' },
  },
  field: {
    assignee: 'Assignee',
    until: 'Snooze until',
    untilHint: 'Time zone: {zone}. At most 90 days ahead.',
    untilMissing: 'Enter a date and a time.',
    note: 'Note',
    noteHint: 'Visible to your team. Leave empty to remove the note.',
    bulkNoteHint:
      'Visible to your team. Replaces the notes on the selected items. Leave empty to remove them.',
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
