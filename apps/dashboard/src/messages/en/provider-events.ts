export const providerEvents = {
  list: {
    title: 'Provider events',
    lead: 'Events from the provider that Parley could not apply. All others are applied automatically.',
    filter: 'Filter by status',
    loading: 'Loading events…',
  },
  emptyTitle: {
    failed: 'No events need attention.',
    parked: 'No parked events.',
  },
  empty: {
    failed: 'Events appear here after Parley fails to apply them ten times.',
    parked:
      'Events appear here while they match none of your objects. Parley retries them when you attach a provider object.',
  },
  /** The list of one event that has another status. */
  otherStatus: {
    failed: 'Event {id} is no longer failed.',
    parked: 'Event {id} is no longer parked.',
    text: 'Its status has changed, or it was deleted.',
  },
  viewAll: {
    failed: 'View all failed events',
    parked: 'View all parked events',
  },
  item: {
    about: '<type></type> about <object></object>',
    objectId: 'object id',
    eventId: 'provider event id',
    received: 'Received <at></at>, {attempts, plural, one {tried once} other {tried # times}}',
    viewSession: 'View session',
    retry: 'Retry',
    retried: '{id} was queued again. If it fails again, it reappears here.',
  },
  /** Why an event could not be applied. */
  note: {
    none: 'No reason was recorded.',
    internal: 'An internal error occurred.',
    noAttempt: 'Matches no attempt yet.',
    noAttemptGivenUp: 'Matches no attempt yet; given up after 30 days.',
    noObject: 'The provider has no such object.',
    noObjectGivenUp: 'The provider has no such object; given up after 30 days.',
    byOperator: 'Parked by an operator.',
    attemptChanging: 'The attempt kept changing.',
    noResult:
      'Too many attempts ended without a result. The last ones ended with the worker process.',
    otherRoot: 'Payment through an object that is not the root object.',
    noRoot: 'No root object yet.',
  },
} as const;
