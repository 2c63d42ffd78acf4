export const providerConfigs = {
  /** Who may change the configs: owners and admins, or developers too. */
  readOnly: {
    admins: 'You can view the configs. To change them, ask an owner or admin.',
    developers: 'You can view the configs. To change them, ask an owner, admin or developer.',
  },
  list: {
    title: 'Provider configs',
    lead: 'Your accounts at the payment provider. The active one takes every new payment.',
    loading: 'Loading provider configs…',
    empty: 'No account is connected in {mode} mode.',
    emptyExplanation:
      'Payers pay into an account at the payment provider. Connect one with its keys.',
  },
  connect: {
    title: 'Connect account',
    explanation:
      'Parley tests the keys at the provider before it saves them. The account takes no payments until you activate it.',
    done: 'The config was created.',
  },
  setup: {
    title: 'What {mode} mode still needs',
    done: 'Done',
    missing: 'Missing',
  },
  /** The parts of the set-up. */
  step: {
    active_provider_config: 'An active provider config',
    secret_key: 'A secret API key for your server',
    webhook_endpoint: 'A webhook endpoint that receives events',
  },
  stepLink: { secret_key: 'API keys', webhook_endpoint: 'Webhooks' },
  field: {
    publishable_key: 'Publishable key',
    secret_key: 'Secret key',
    webhook_secret: 'Signing secret',
    newWebhookSecret: 'New signing secret',
    api_url: 'API',
  },
  hint: {
    publishable_key: "The account's publishable key of {mode} mode, which begins with pk_{mode}_.",
    publishableKeyReplacement: 'Leave it empty to keep the present one.',
    secret_key:
      'A secret or restricted key of {mode} mode, which begins with sk_{mode}_ or rk_{mode}_. It is encrypted and never shown again.',
    webhook_secret:
      'The provider shows it on the page of the webhook endpoint that sends to the event URL. It begins with whsec_.',
    api_url:
      'The provider, or its simulator on this machine. <code>npm start</code> prints the keys of the simulator.',
  },
  /** What an error at a field is about. */
  subject: {
    publishable_key: 'The publishable key',
    secret_key: 'The secret key',
    webhook_secret: 'The signing secret',
    api_url: 'The API',
  },
  config: {
    former:
      '<strong>This account received your payments until <time></time>.</strong> If no one on your team changed that, activate it again, then check your API keys and your team.',
    missingEndpoint:
      '<strong>The webhook endpoint is missing.</strong> Let Parley create it at the provider, or create it there for the event URL and set its signing secret here. Without it, Parley receives no events, and the config cannot be activated.',
    eventUrl: 'Event URL',
    publishableKeyId: 'publishable key',
    secretIsSet: 'Set',
    secretIsMissing: 'Missing',
    secretsOverlap: 'Set; the previous one is accepted until <time></time>',
    lastEvent: 'Last event',
    noEvent: 'None received',
    id: 'Config',
    idLabel: 'config id',
    created: 'Created',
    updated: 'Last change',
  },
  activate: {
    title: 'Activate this config?',
    trigger: 'Activate',
    submit: 'Activate config',
    consequence:
      'New payments use this account. The account that is active now is retired: it finishes the payments that it began, and you can activate it again.',
    done: 'The config is active.',
  },
  replace: {
    title: 'Replace the keys',
    submit: 'Replace keys',
    explanation:
      'The new keys must belong to the same account. Parley tests them before it saves them.',
    done: 'The keys were replaced.',
  },
  retire: {
    title: 'Retire this config?',
    trigger: 'Retire',
    submit: 'Retire config',
    consequence:
      'No new payment can begin in {mode} mode until you activate a config. Payments that began with this one are finished.',
    done: 'The config was retired.',
  },
  createEndpoint: {
    title: 'Create the webhook endpoint?',
    submit: 'Create webhook endpoint',
    explanation:
      'Parley creates an endpoint at the provider that sends the events of payments to <url></url>, and saves its signing secret. A restricted key needs write access to Webhook Endpoints.',
    done: 'The webhook endpoint was created.',
  },
  setSecret: {
    title: 'Set the signing secret',
    trigger: 'Set signing secret',
    submit: 'Save secret',
    done: 'The signing secret was saved.',
  },
  rollSecret: { title: 'Roll the signing secret', trigger: 'Roll signing secret' },
  /** When to choose each end of a signing secret that the provider uses. */
  overlap: {
    day: 'For a secret that the provider keeps for a day.',
    week: 'For an endpoint that is replaced by another one.',
    now: 'For a secret that has leaked. Events that the provider signed with it are rejected.',
  },
  endOverlap: {
    title: 'Reject the previous signing secret?',
    submit: 'Reject previous secret',
    consequence:
      'Events that the provider signs with the previous secret only are rejected from now on.',
    done: 'Only the new signing secret is accepted.',
  },
} as const;
