/** Statuses, and the merchant’s next steps. */
export const status = {
  session: {
    created: {
      label: 'Created',
      explanation: 'The payer does not have a link to the session yet.',
    },
    payer_handoff_pending: {
      label: 'Handed off',
      explanation: 'The payer has a link to the payer page but has not opened it yet.',
    },
    payer_opened: {
      label: 'Opened',
      explanation: 'The payer has opened the payer page. No money has moved.',
    },
    payment_processing: {
      label: 'Processing',
      explanation: 'The provider has accepted the payment but has not completed it yet.',
    },
    paid: {
      label: 'Paid',
      explanation: 'The exact amount was paid. Fulfill the order, then report it as provisioned.',
    },
    provisionable: {
      label: 'Provisionable',
      explanation: 'Nothing is due now. Fulfill the order, then report it as provisioned.',
    },
    payment_conflicted: {
      label: 'Conflict',
      explanation: 'A payment does not match the session. Resolve the conflict.',
    },
    provisioned: {
      label: 'Provisioned',
      explanation: 'The order is paid and fulfilled. No action is needed.',
    },
    provisioning_failed: {
      label: 'Provisioning failed',
      explanation:
        'The order cannot be fulfilled. Refund any payment at the provider, or contact the payer.',
    },
    expired: {
      label: 'Expired',
      explanation: 'The session expired before it was paid. Nothing was charged.',
    },
    canceled: {
      label: 'Canceled',
      explanation: 'The session was canceled. No payment is held for it.',
    },
  },
  /** What became of the money, if that is not what the status of the session says. */
  payment: {
    partially_refunded: {
      label: 'Partially refunded',
      explanation: 'Part of the payment was refunded. You keep the rest.',
    },
    refunded: { label: 'Refunded', explanation: 'The payment was refunded in full.' },
    inquiry: {
      label: 'Inquiry',
      explanation: 'The payer’s bank is asking about the payment. No money was withdrawn.',
    },
    disputed: {
      label: 'Disputed',
      explanation: 'The payer disputed the payment with their bank.',
    },
    dispute_under_review: {
      label: 'Dispute under review',
      explanation: 'The payer’s bank is reviewing your response to the dispute.',
    },
    dispute_lost: {
      label: 'Dispute lost',
      explanation: 'You lost the dispute. The payer got the money back.',
    },
  },
  sessionWithPayment: '{session} · {payment}',
  attempt: {
    unreserved: { label: 'Not started', explanation: 'The attempt has not been reserved yet.' },
    reserved: {
      label: 'Reserved',
      explanation: 'The provider object can be created with the keys of the reservation.',
    },
    attached: {
      label: 'Attached',
      explanation:
        'The provider object is attached. Its amount is not confirmed for this cart yet.',
    },
    confirmed: {
      label: 'Confirmed',
      explanation: 'The amount at the provider matches the cart. The payer can pay.',
    },
    action_required: {
      label: 'Authentication required',
      explanation: 'The payer’s bank requires authentication.',
    },
    processing: {
      label: 'Processing',
      explanation: 'The provider has accepted the payment but has not completed it yet.',
    },
    unknown: {
      label: 'Unknown',
      explanation: 'The outcome is not known. Parley is checking with the provider.',
    },
    succeeded: { label: 'Succeeded', explanation: 'The payment is verified.' },
    integrity_failed: {
      label: 'Mismatch',
      explanation: 'The payment does not match the requested charge.',
    },
    failed: { label: 'Failed', explanation: 'The payment failed. Nothing was charged.' },
    canceled: {
      label: 'Canceled',
      explanation: 'The attempt was canceled at the provider. Nothing was charged.',
    },
    expired: {
      label: 'Expired',
      explanation: 'The attempt expired at the provider. Nothing was charged.',
    },
    superseded: { label: 'Superseded', explanation: 'Another attempt replaced it.' },
  },
  nextStep: {
    prepare_provider: 'Prepare the payment',
    attach_provider_object: 'Attach the provider object',
    confirm_provider_cart: 'Confirm the amount',
    present_checkout: 'Send the link to the payer',
    await_payer: 'Wait for the payer',
    await_provider: 'Wait for the provider',
    supersede_attempt: 'Supersede the attempt',
    provision: 'Fulfill and report',
    resolve_conflict: 'Resolve the conflict',
    respond_to_dispute: 'Respond to the payer’s bank',
    none: 'None',
  },
  dispute: {
    needs_response: 'Needs a response',
    under_review: 'Under review',
    won: 'Won',
    lost: 'Lost',
    prevented: 'Prevented',
    warning_needs_response: 'Inquiry, needs a response',
    warning_under_review: 'Inquiry, under review',
    warning_closed: 'Inquiry, closed',
  },
  apiKey: {
    active: { label: 'Active', explanation: 'The API accepts the key.' },
    rolled: {
      label: 'Rolled',
      explanation: 'The key has a successor. The API accepts it until it expires.',
    },
    expired: { label: 'Expired', explanation: 'The API rejects the key.' },
    revoked: { label: 'Revoked', explanation: 'The API rejects the key.' },
  },
  providerConfig: {
    inactive: { label: 'Inactive', explanation: 'It has never been active and takes no payments.' },
    active: { label: 'Active', explanation: 'It takes all new payments.' },
    retired: {
      label: 'Retired',
      explanation: 'It takes no new payments. It finishes those it started, including refunds.',
    },
  },
  subscription: {
    active: { label: 'Active', explanation: 'The subscription is paid.' },
    trialing: { label: 'Trial', explanation: 'Nothing is due until the trial ends.' },
    past_due: {
      label: 'Past due',
      explanation: 'The last invoice was not paid. The provider will retry the payment.',
    },
    unpaid: {
      label: 'Unpaid',
      explanation: 'Invoices are unpaid and the provider has stopped retrying.',
    },
    incomplete: { label: 'Incomplete', explanation: 'The first payment is not complete yet.' },
    incomplete_expired: {
      label: 'Incomplete, expired',
      explanation: 'The first payment was not completed in time.',
    },
    paused: {
      label: 'Paused',
      explanation: 'The trial ended without a payment method. Add one to resume.',
    },
    canceled: {
      label: 'Canceled',
      explanation: 'The subscription has ended and is not charged again.',
    },
  },
  configuration: {
    supported: {
      label: 'Supported',
      explanation: 'Parley supports all items of the subscription.',
    },
    action_required: {
      label: 'Action required',
      explanation: 'Parley does not support this configuration. Change it at the provider.',
    },
    unknown: {
      label: 'Not read yet',
      explanation:
        'Parley has not read the items from the provider yet. It will with the subscription’s next event.',
    },
  },
  configurationReason: {
    no_items:
      'The subscription has no items. Parley supports 1 to 500: add at least one at the provider.',
    too_many_items:
      'The subscription has more than 500 items; the first 500 are shown. Parley supports 1 to 500: remove items at the provider, or split them across several subscriptions.',
    mixed_currencies:
      'The item prices use more than one currency. Parley supports one: at the provider, replace the prices in the other currencies.',
    invalid_item:
      'At least one item is not supported and not listed below. Each item needs a price that recurs by day, week, month or year and a whole quantity of 1 or more. Change or remove that item at the provider.',
  },
  endpoint: {
    active: { label: 'Active', explanation: 'The endpoint receives all subscribed events.' },
    failing: { label: 'Failing', explanation: 'All recent requests failed. Parley is retrying.' },
    gone: {
      label: 'Stopped',
      explanation:
        'The endpoint returned 410 Gone, so Parley deactivated it. Its deliveries are on hold.',
    },
    deactivated: {
      label: 'Stopped',
      explanation:
        'Every request failed for 120 hours, so Parley deactivated the endpoint. Its deliveries are on hold.',
    },
    inactive: {
      label: 'Inactive',
      explanation: 'The endpoint was deactivated in the dashboard or API and receives no events.',
    },
    archived: {
      label: 'Archived',
      explanation: 'The endpoint is archived and receives no events. This cannot be undone.',
    },
  },
  delivery: {
    waiting: { label: 'Pending', explanation: 'The first attempt is pending.' },
    retrying: {
      label: 'Retrying',
      explanation: 'All attempts so far failed. Parley will try again.',
    },
    held: {
      label: 'On hold',
      explanation: 'The endpoint is inactive. Activate it to send the event.',
    },
    succeeded: { label: 'Delivered', explanation: 'The endpoint accepted the event.' },
    failed: { label: 'Failed', explanation: 'All attempts failed. Resend the event to try again.' },
    canceled: { label: 'Canceled', explanation: 'The endpoint was archived before the delivery.' },
  },
  providerEvent: {
    waiting: { label: 'Pending', explanation: 'Parley is about to apply the event.' },
    applied: { label: 'Applied', explanation: 'Parley has applied the event.' },
    ignored: { label: 'Ignored', explanation: 'The event changes nothing that Parley stores.' },
    failed: {
      label: 'Failed',
      explanation: 'Ten attempts to apply the event failed. Retry it manually.',
    },
    parked: {
      label: 'Parked',
      explanation: 'The event matches no attempt yet. Parley retries it when you attach an object.',
    },
  },
  unknown: 'This status is not documented.',
  unknownReason: 'Reason: {reason}.',
} as const;
