export const apiKeys = {
  /** Who may change the keys: owners and admins, or developers too. */
  readOnly: {
    admins: 'You can view the keys. To change them, ask an owner or admin.',
    developers: 'You can view the keys. To change them, ask an owner, admin or developer.',
  },
  list: {
    title: 'API keys',
    lead: 'Your servers call the API with a secret key. Links to the payer page contain a publishable key.',
    activeCaption: 'Active API keys, newest first',
    endedCaption: 'Revoked and expired API keys, newest first',
    filter: 'Filter keys by state',
    active: 'Active',
    ended: 'Revoked and expired',
    empty: 'No active keys.',
    emptyExplanation:
      'Without a secret key, your servers cannot call the API. Without a publishable key, they cannot create links to the payer page.',
    emptyEnded: 'No revoked or expired keys.',
  },
  column: {
    status: 'Status',
    key: 'Key',
    created: 'Created',
    lastUsed: 'Last used',
    expires: 'Expires',
    ended: 'Ended',
    actions: 'Actions',
  },
  key: {
    idLabel: 'key',
    allScopes: 'Default scopes',
    scopes: '{count, plural, one {# scope} other {# scopes}}',
    never: 'Never',
    requests: 'Requests<unseen> with {name}</unseen>',
  },
  create: {
    title: 'Create API key',
    submit: 'Create key',
    done: 'The key was created.',
    name: 'Name',
    nameHint: 'Where you use the key, such as the name of a server.',
    kind: 'Kind',
    secret: 'Secret',
    secretHint: 'For your servers. Store it like a password.',
    publishable: 'Publishable',
    publishableHint: 'For links to the payer page. Payers can see it.',
    scopes: 'Scopes',
    allScopes: 'Default scopes, including future ones',
    allScopesHint: 'All except {scopes}, which can change the account that receives your payments.',
    selectedScopes: 'Selected scopes only',
    readScopes: 'Read',
    writeScopes: 'Write',
    expires: 'Expires',
    lifetime: '{days, plural, =0 {Never} =365 {In 1 year} other {In # days}}',
  },
  /** What an error at a field is about. */
  subject: { name: 'The name', scopes: 'The scopes', expires_at: 'The expiry' },
  rename: {
    title: 'Rename “{name}”',
    trigger: 'Rename',
    submit: 'Save name',
  },
  roll: {
    title: 'Roll “{name}”?',
    trigger: 'Roll',
    submit: 'Create new key',
    consequence: 'A new key with the same name, scopes and expiry replaces it.',
    publishableConsequence:
      'Links to the payer page and receipts that contain the old key stop working when it expires, also for payers who have paid.',
    done: 'The new key “{name}” is in the list.',
  },
  revoke: {
    title: 'Revoke “{name}”?',
    trigger: 'Revoke',
    submit: 'Revoke key',
    secretConsequence:
      'Within two seconds, the API rejects every request with this key. This cannot be undone.',
    publishableConsequence:
      'Within two seconds, every link to the payer page that contains this key stops working. This cannot be undone.',
    lastSecret:
      '<strong>This is the last secret key in {mode} mode.</strong> Without one, your servers cannot call the API. To replace it, roll it instead.',
    done: '“{name}” was revoked.',
  },
} as const;
