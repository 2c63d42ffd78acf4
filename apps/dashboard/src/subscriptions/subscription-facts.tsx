import type { Subscription } from '@parley/contract';
import { Amount, CopyId, Timestamp } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { Fact, Facts } from '../detail/facts.tsx';
import { tellPayment } from './tell-subscription.ts';

const moment = (at: string | null) => at && <Timestamp at={at} />;
const id = (value: string | null, label: string) => value && <CopyId id={value} label={label} />;

/** What is known of a subscription, in short. */
export function SubscriptionFacts({ subscription: one }: { readonly subscription: Subscription }) {
  const { latest_invoice_amount_minor: amount, latest_invoice_currency: currency } = one;
  return (
    <Facts>
      <Fact name="Began with">
        <Link href={`/sessions/${one.original_proxy_session_id}` as Route}>Its session</Link>
      </Fact>
      <Fact name="Last invoice">
        {amount !== null && currency !== null && (
          <>
            <Amount amountMinor={amount} currency={currency} />{' '}
            {tellPayment(one.latest_payment_status)}
          </>
        )}
      </Fact>
      <Fact name="Invoice">{id(one.latest_invoice_id, 'invoice id')}</Fact>
      <Fact name="Period began">{moment(one.current_period_start)}</Fact>
      <Fact name="Period ends">{moment(one.current_period_end)}</Fact>
      <Fact name="Trial ends">{moment(one.trial_end)}</Fact>
      <Fact name="To end">{moment(one.cancel_at)}</Fact>
      <Fact name="Ended">{moment(one.ended_at)}</Fact>
      <Fact name="Collection paused">{one.pause_collection_behavior}</Fact>
      <Fact name="Subscription">{id(one.id, 'subscription id')}</Fact>
      <Fact name="At the provider">{id(one.provider_subscription_id, 'provider id')}</Fact>
      <Fact name="Customer">{id(one.provider_customer_id, 'customer id')}</Fact>
      <Fact name="Checkout session">{id(one.provider_checkout_session_id, 'checkout id')}</Fact>
      <Fact name="Created">{moment(one.created_at)}</Fact>
    </Facts>
  );
}
