export const providerConfigs = {
  /** Who may change the configs: owners and admins, or developers too. */
  readOnly: {
    admins: 'You can view the configs. To change them, ask an owner or admin.',
    developers: 'You can view the configs. To change them, ask an owner, admin or developer.',
  },
  list: {
    title: 'Provider configs',
    lead: 'Your accounts at the payment provider. The active one takes all new payments.',
    loading: 'Loading provider configs…',
    empty: 'No account connected in {mode} mode.',
    emptyExplanation:
      'Payments go to your account at the payment provider. Connect it with its keys.',
  },
  connect: {
    title: 'Connect account',
    explanation:
      'Parley tests the keys with the provider before saving them. The account takes no payments until you activate it.',
    done: 'The config was created.',
  },
  setup: {
    title: 'Finish setting up {mode} mode',
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
    publishable_key: 'The account’s {mode} mode publishable key, which begins with pk_{mode}_.',
    publishableKeyReplacement: 'Leave empty to keep the current key.',
    secret_key:
      'A {mode} mode secret or restricted key, which begins with sk_{mode}_ or rk_{mode}_. It is encrypted and never shown again.',
    webhook_secret:
      'Find it at the provider, on the page of the webhook endpoint for the event URL. It begins with whsec_.',
    api_url:
      'The provider, or its simulator on this machine. <code>npm start</code> prints the simulator’s keys.',
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
      '<strong>This account received your payments until <time></time>.</strong> If no one on your team changed that, reactivate it, then review your API keys and team.',
    missingEndpoint:
      '<strong>The webhook endpoint is missing.</strong> Let Parley create it at the provider, or create it there for the event URL and set its signing secret here. Without it, Parley receives no events and you cannot activate the config.',
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
      'New payments use this account. The currently active account is retired: it finishes the payments it started, and you can reactivate it.',
    done: 'The config is active.',
  },
  replace: {
    title: 'Replace the keys',
    submit: 'Replace keys',
    explanation:
      'The new keys must belong to the same account. Parley tests them before saving them.',
    done: 'The keys were replaced.',
  },
  retire: {
    title: 'Retire this config?',
    trigger: 'Retire',
    submit: 'Retire config',
    consequence:
      'No new payments can start in {mode} mode until you activate a config. Payments started with this one will finish.',
    done: 'The config was retired.',
  },
  createEndpoint: {
    title: 'Create the webhook endpoint?',
    submit: 'Create webhook endpoint',
    explanation:
      'Parley creates an endpoint at the provider that sends payment events to <url></url>, and saves its signing secret. A restricted key needs write access to Webhook Endpoints.',
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
    day: 'For a secret that the provider keeps using for a day.',
    week: 'For an endpoint that you replace with another one.',
    now: 'For a leaked secret. Events that the provider signed with it are rejected.',
  },
  endOverlap: {
    title: 'Reject the previous signing secret?',
    submit: 'Reject previous secret',
    consequence: 'From now on, Parley rejects events signed only with the previous secret.',
    done: 'Only the new signing secret is accepted.',
  },
} as const;
