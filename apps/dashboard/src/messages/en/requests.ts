export const requests = {
  list: {
    title: 'API requests',
    lead: 'The latest requests with your API keys, without secrets or personal data. Requests may be missing after an overload.',
    caption: 'API requests, newest first',
    /** What loads. */
    loading: 'requests',
    empty: 'No requests yet.',
    noMatch: 'No matching requests.',
    showAll: 'Show all requests',
    unsearched: 'Not all requests were searched. Older ones may match.',
    retention:
      'Requests appear here a few seconds after their response. They are deleted after seven days, unless the operator of this service chose otherwise.',
  },
  column: {
    status: 'Status',
    request: 'Request',
    error: 'Error',
    duration: 'Duration',
    time: 'Time',
  },
  filter: {
    search: 'Find requests by path, id, status or idempotency key',
    searchPlaceholder: 'Path, status, id or idempotency key',
    label: 'Filter by status',
    all: 'All',
    '2xx': 'Succeeded',
    '4xx': 'Refused',
    '5xx': 'Failed',
  },
  status: {
    abandoned: 'The client did not wait for the response.',
    failed: 'Parley could not serve the request.',
    refused: 'The request was refused.',
    succeeded: 'The request succeeded.',
  },
  page: {
    id: 'request id',
    query: 'Query',
    requestBody: 'Request body',
    responseBody: 'Response body',
    noResponseBody:
      'No response body is stored. Parley stores none for successful reads, and deletes bodies when you erase a buyer’s data.',
  },
  fact: {
    path: 'Path',
    time: 'Time',
    duration: 'Duration',
    session: 'Session',
    apiKey: 'API key',
    apiKeyId: 'API key id',
    requestsOfKey: 'View its requests',
    repeat: 'Repeat',
    client: 'Client',
    idempotencyKey: 'Idempotency key',
    repeated: 'A repeated request',
    getsStored: 'gets the stored response ({status}) until <at></at>',
    isExecuted: 'is executed: no response is stored',
    replayed: 'Replayed',
    isReplayed: 'This is the response to an earlier request.',
  },
  /** The outcome of an idempotency key. */
  idempotency: {
    title: 'Idempotency key',
    stored:
      'Used <used></used>. A repeated request gets the stored response ({response}) until <at></at>.',
    notStored:
      'Used <used></used>. The latest response was {response}. It is not stored: a repeated request is executed again.',
    first: 'View the first request',
  },
  curl: {
    copy: 'Copy as curl',
    copied: 'Command copied. Set {variable} before you run it.',
    copiedRedacted:
      'Command copied. Set {variable} before you run it. Replace values marked [redacted].',
    notCopied: 'Your browser blocked copying.',
  },
} as const;
