/**
 * Parley
 * 0.0.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "/v1"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    server1: "/v1"
};
export type CurrentAcquisitionAttempt = {
    /** Which attempt of its session it is, from 1. */
    attempt_number: number;
    /** hosted, embedded or custom, where a mode was chosen. */
    checkout_ui_mode: string | null;
    /** The id of an acquisition attempt of this session. */
    id: string;
    /** One of checkout_session, payment_intent, direct_subscription. */
    integration_path: string;
    /** One of unreserved, reserved, attached, confirmed, action_required, processing, unknown, succeeded, integrity_failed, failed, canceled, expired, superseded. */
    status: string;
    /** Why it came to this status, where there is more to say. */
    status_reason: string | null;
};
export type ProxySessionSummary = {
    /** What the merchant’s server is to do next. */
    actionable_next_step: "prepare_provider" | "attach_provider_object" | "confirm_provider_cart" | "present_checkout" | "await_payer" | "await_provider" | "supersede_attempt" | "provision" | "resolve_conflict" | "none";
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** ISO 4217 code, lowercase. */
    currency: string;
    /** The attempt that took the money; null until then. */
    completed_acquisition_attempt_id: string | null;
    current_acquisition_attempt: CurrentAcquisitionAttempt;
    /** When the session ends unless it is paid. RFC 3339, UTC. */
    expires_at: string;
    /** The id of a session of this merchant and mode. */
    id: string;
    /** How the payer page is built. */
    integration_mode: "elements";
    /** What the payer page shows. */
    presentation_state: "checkout_available" | "action_required" | "processing" | "retry_available" | "price_changed" | "succeeded" | "under_review" | "expired" | "canceled";
    /** Where the session stands. */
    status: "created" | "payer_handoff_pending" | "payer_opened" | "payment_processing" | "paid" | "provisionable" | "payment_conflicted" | "provisioned" | "provisioning_failed" | "expired" | "canceled";
    /** The merchant's own name for the buyer. */
    buyer_reference: string;
    /** Raised by every replacement of the cart, from 1. */
    cart_version: number;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** The merchant's own keys and values, returned as they were given. */
    metadata: {
        [key: string]: any;
    };
    /** Where the payer is led at the end. */
    payer_destination_url: string | null;
    /** The provider checkout session bound to it. */
    provider_checkout_session_id: string | null;
    /** Whose checkout session that is. */
    provider_checkout_session_psp: string | null;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
    /** The idempotency-key it was created with. */
    idempotency_key: string | null;
    /** fixed or provider_finalized, of the current attempt. */
    pricing_mode: string;
    /** The charge of the current cart, as the merchant set it. */
    requested: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
    };
    /** The newest charge observed for the cart. */
    latest_quote: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** When it was observed. RFC 3339, UTC. */
        observed_at: string;
    };
    /** The charge that binds the payer now; once money is taken, what was taken. */
    final: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** When it came to bind. RFC 3339, UTC. */
        finalized_at: string;
    };
};
export type ProxySessionList = {
    /** In the order of sort. */
    data: ProxySessionSummary[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type Error = {
    error: {
        /** What went wrong, for machines. */
        code: "invalid_request" | "unsupported_psp" | "invalid_expiry" | "authentication_required" | "invalid_api_key" | "insufficient_scope" | "publishable_key_not_allowed" | "not_found" | "method_not_allowed" | "request_timeout" | "cart_version_conflict" | "attempt_version_conflict" | "session_state_conflict" | "session_expired" | "payment_in_progress" | "attempt_options_mismatch" | "attempt_not_terminal" | "provider_object_conflict" | "evidence_conflict" | "currency_locked" | "endpoint_archived" | "idempotency_in_flight" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "provider_amount_mismatch" | "object_type_mismatch" | "publishable_key_mismatch" | "rate_limited" | "headers_too_large" | "internal_error" | "provider_error" | "service_unavailable";
        /** Names the field and what would be right. */
        message: string;
        /** The same as the x-request-id header. */
        request_id: string;
    };
};
export type ContactInput = {
    /** E-mail. */
    email?: string;
    /** Telephone. */
    phone?: string;
};
export type CreateSessionRequest = {
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** The merchant's own name for the buyer. */
    buyer_reference: string;
    /** The cart as the merchant sees it, returned as it was given. */
    cart_snapshot: {
        [key: string]: any;
    };
    /** ISO 4217 code, in any case. */
    currency: string;
    /** Who receives the goods. */
    beneficiary_contact?: ContactInput;
    /** Who pays. */
    payer_contact?: ContactInput;
    /** RFC 3339 with a time zone, in the future; 24 hours from now if left out. */
    expires_at?: string;
    /** How the payer page is built. */
    integration_mode?: "elements";
    /** The merchant's own keys and values, returned as they were given. */
    metadata?: {
        [key: string]: any;
    };
};
export type CreatedProxySession = {
    /** When the session ends unless it is paid. RFC 3339, UTC. */
    expires_at: string;
    /** The id of a session of this merchant and mode. */
    id: string;
    /** How the payer page is built. */
    integration_mode: "elements";
    /** A new session waits for its handoff. */
    status: "created";
};
export type CreateSessionWithHandoffRequest = {
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** The merchant's own name for the buyer. */
    buyer_reference: string;
    /** The cart as the merchant sees it, returned as it was given. */
    cart_snapshot: {
        [key: string]: any;
    };
    /** ISO 4217 code, in any case. */
    currency: string;
    /** Who receives the goods. */
    beneficiary_contact?: ContactInput;
    /** Who pays. */
    payer_contact?: ContactInput;
    /** RFC 3339 with a time zone, in the future; 24 hours from now if left out. */
    expires_at?: string;
    /** How the payer page is built. */
    integration_mode?: "elements";
    /** The merchant's own keys and values, returned as they were given. */
    metadata?: {
        [key: string]: any;
    };
    /** Where the payer is led at the end. */
    payer_destination_url?: string;
    /** A publishable key of the same merchant and mode; it goes into handoff_url. */
    publishable_key: string;
};
export type ProxySessionHandoff = {
    /** When the session ends unless it is paid. RFC 3339, UTC. */
    expires_at: string;
    /** The id of a session of this merchant and mode. */
    id: string;
    /** How the payer page is built. */
    integration_mode: "elements";
    /** payer_opened where a replay finds that the payer was there. */
    status: "payer_handoff_pending" | "payer_opened";
    /** Send the payer here. */
    handoff_url: string;
};
export type ProxySessionPayerSafeView = {
    /** What the merchant’s server is to do next. */
    actionable_next_step: "prepare_provider" | "attach_provider_object" | "confirm_provider_cart" | "present_checkout" | "await_payer" | "await_provider" | "supersede_attempt" | "provision" | "resolve_conflict" | "none";
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** ISO 4217 code, lowercase. */
    currency: string;
    /** The attempt that took the money; null until then. */
    completed_acquisition_attempt_id: string | null;
    current_acquisition_attempt: CurrentAcquisitionAttempt;
    /** When the session ends unless it is paid. RFC 3339, UTC. */
    expires_at: string;
    /** The id of a session of this merchant and mode. */
    id: string;
    /** How the payer page is built. */
    integration_mode: "elements";
    /** What the payer page shows. */
    presentation_state: "checkout_available" | "action_required" | "processing" | "retry_available" | "price_changed" | "succeeded" | "under_review" | "expired" | "canceled";
    /** Where the session stands. */
    status: "created" | "payer_handoff_pending" | "payer_opened" | "payment_processing" | "paid" | "provisionable" | "payment_conflicted" | "provisioned" | "provisioning_failed" | "expired" | "canceled";
    /** Who sells. */
    merchant: {
        /** Shown to the payer. */
        name: string;
    };
    /** fixed or provider_finalized, of the current attempt. */
    pricing_mode: string;
    /** The charge of the current cart, as the merchant set it. */
    requested: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
    };
    /** The newest charge observed for the cart. */
    latest_quote: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** When it was observed. RFC 3339, UTC. */
        observed_at: string;
    };
    /** The charge that binds the payer now; once money is taken, what was taken. */
    final: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** When it came to bind. RFC 3339, UTC. */
        finalized_at: string;
    };
};
export type Contact = {
    /** E-mail. */
    email: string | null;
    /** Telephone. */
    phone: string | null;
};
export type ProxySessionMerchantView = {
    /** What the merchant’s server is to do next. */
    actionable_next_step: "prepare_provider" | "attach_provider_object" | "confirm_provider_cart" | "present_checkout" | "await_payer" | "await_provider" | "supersede_attempt" | "provision" | "resolve_conflict" | "none";
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** ISO 4217 code, lowercase. */
    currency: string;
    /** The attempt that took the money; null until then. */
    completed_acquisition_attempt_id: string | null;
    current_acquisition_attempt: CurrentAcquisitionAttempt;
    /** When the session ends unless it is paid. RFC 3339, UTC. */
    expires_at: string;
    /** The id of a session of this merchant and mode. */
    id: string;
    /** How the payer page is built. */
    integration_mode: "elements";
    /** What the payer page shows. */
    presentation_state: "checkout_available" | "action_required" | "processing" | "retry_available" | "price_changed" | "succeeded" | "under_review" | "expired" | "canceled";
    /** Where the session stands. */
    status: "created" | "payer_handoff_pending" | "payer_opened" | "payment_processing" | "paid" | "provisionable" | "payment_conflicted" | "provisioned" | "provisioning_failed" | "expired" | "canceled";
    beneficiary_contact: Contact;
    /** The merchant's own name for the buyer. */
    buyer_reference: string;
    /** The cart as the merchant sees it, returned as it was given. */
    cart_snapshot: {
        [key: string]: any;
    };
    /** Raised by every replacement of the cart, from 1. */
    cart_version: number;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** The merchant's own keys and values, returned as they were given. */
    metadata: {
        [key: string]: any;
    };
    payer_contact: Contact;
    /** Where the payer is led at the end. */
    payer_destination_url: string | null;
    /** The provider checkout session bound to it. */
    provider_checkout_session_id: string | null;
    /** Whose checkout session that is. */
    provider_checkout_session_psp: string | null;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
    /** The idempotency-key it was created with. */
    idempotency_key?: string | null;
    /** fixed or provider_finalized, of the current attempt. */
    pricing_mode: string;
    /** The charge of the current cart, as the merchant set it. */
    requested: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** The cart as the merchant sees it, returned as it was given. */
        cart_snapshot: {
            [key: string]: any;
        };
    };
    /** The newest charge observed for the cart. */
    latest_quote: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** When it was observed. RFC 3339, UTC. */
        observed_at: string;
        /** The cart as the merchant sees it, returned as it was given. */
        cart_snapshot: {
            [key: string]: any;
        };
    };
    /** The charge that binds the payer now; once money is taken, what was taken. */
    final: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** When it came to bind. RFC 3339, UTC. */
        finalized_at: string;
        /** The cart as the merchant sees it, returned as it was given. */
        cart_snapshot: {
            [key: string]: any;
        };
    };
};
export type ReplaceCartRequest = {
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** The cart as the merchant sees it, returned as it was given. */
    cart_snapshot: {
        [key: string]: any;
    };
    /** ISO 4217 code, in any case. */
    currency: string;
    /** The cart_version this replaces. */
    expected_cart_version: number;
};
export type ReplacedCart = {
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** The cart as the merchant sees it, returned as it was given. */
    cart_snapshot: {
        [key: string]: any;
    };
    /** The version of the new cart. */
    cart_version: number;
    /** ISO 4217 code, lowercase. */
    currency: string;
};
export type IssuedPayerHandoff = {
    /** The status of the session: payer_handoff_pending, or payer_opened already. */
    status: string;
};
export type ProxySessionPayerOpenedView = {
    /** What the merchant’s server is to do next. */
    actionable_next_step: "prepare_provider" | "attach_provider_object" | "confirm_provider_cart" | "present_checkout" | "await_payer" | "await_provider" | "supersede_attempt" | "provision" | "resolve_conflict" | "none";
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** ISO 4217 code, lowercase. */
    currency: string;
    /** The attempt that took the money; null until then. */
    completed_acquisition_attempt_id: string | null;
    current_acquisition_attempt: CurrentAcquisitionAttempt;
    /** When the session ends unless it is paid. RFC 3339, UTC. */
    expires_at: string;
    /** The id of a session of this merchant and mode. */
    id: string;
    /** How the payer page is built. */
    integration_mode: "elements";
    /** What the payer page shows. */
    presentation_state: "checkout_available" | "action_required" | "processing" | "retry_available" | "price_changed" | "succeeded" | "under_review" | "expired" | "canceled";
    /** Where the session stands. */
    status: "created" | "payer_handoff_pending" | "payer_opened" | "payment_processing" | "paid" | "provisionable" | "payment_conflicted" | "provisioned" | "provisioning_failed" | "expired" | "canceled";
    beneficiary_contact: Contact;
    /** The merchant's own name for the buyer. */
    buyer_reference: string;
    /** The cart as the merchant sees it, returned as it was given. */
    cart_snapshot: {
        [key: string]: any;
    };
    /** Raised by every replacement of the cart, from 1. */
    cart_version: number;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** The merchant's own keys and values, returned as they were given. */
    metadata: {
        [key: string]: any;
    };
    payer_contact: Contact;
    /** Where the payer is led at the end. */
    payer_destination_url: string | null;
    /** The provider checkout session bound to it. */
    provider_checkout_session_id: string | null;
    /** Whose checkout session that is. */
    provider_checkout_session_psp: string | null;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
    /** The idempotency-key it was created with. */
    idempotency_key: string | null;
};
export type BindProviderRequest = {
    /** The id of the checkout session at the provider. */
    provider_checkout_session_id: string;
    /** The provider: only "provider" is supported. */
    psp: string;
    /** one_time if left out. */
    commercial_mode?: "one_time" | "subscription";
    /** The cart_version the checkout session was made for. */
    expected_cart_version?: number;
};
export type ProviderBinding = {
    /** The id of the checkout session at the provider. */
    provider_checkout_session_id: string;
    /** The id of a session of this merchant and mode. */
    proxy_session_id: string;
    /** The provider. */
    psp: string;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
};
export type ReportProvisionedRequest = {
    /** The merchant's own name for the fulfilment. */
    fulfillment_reference?: string;
    /** The merchant's own keys and values, returned as they were given. */
    metadata?: {
        [key: string]: any;
    };
};
export type FulfilmentReport = {
    /** The id of a session of this merchant and mode. */
    proxy_session_id: string;
    /** The status of the session: provisioned or provisioning_failed. */
    status: string;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
};
export type ReportProvisioningFailedRequest = {
    /** Why it cannot be fulfilled, for people. */
    error_message: string;
    /** Why, for machines, in a code of your own. */
    error_code?: string;
    /** The merchant's own keys and values, returned as they were given. */
    metadata?: {
        [key: string]: any;
    };
};
export type AcquisitionAttempt = {
    /** The id of an acquisition attempt of this session. */
    id: string;
    /** The id of a session of this merchant and mode. */
    proxy_session_id: string;
    /** The provider account it was reserved with. */
    merchant_psp_config_id: string;
    /** Which attempt of its session it is, from 1. */
    attempt_number: number;
    /** Raised by every write; name it as expected_version in the next one. */
    version: number;
    /** The external payment provider. */
    psp: "provider";
    /** Whether it is paid once or again and again. */
    commercial_mode: "one_time" | "subscription";
    /** Which object of the provider is its root. */
    integration_path: "checkout_session" | "payment_intent" | "direct_subscription";
    /** fixed: the payer is charged what was requested. provider_finalized: the provider may add to the merchandise, e.g. tax. */
    pricing_mode: "fixed" | "provider_finalized";
    /** Where the payer sees the checkout, where it was chosen. */
    checkout_ui_mode: ("hosted" | "embedded" | "custom" | null) | null;
    /** What a direct subscription is paid with; setup_intent where nothing was chosen. */
    direct_subscription_source: "setup_intent" | "saved_payment_method";
    /** What fees of a direct subscription are reckoned on. */
    direct_fee_basis_source: string | null;
    /** ISO 4217 code, lowercase; only on the path direct_subscription. */
    direct_merchandise_currency: string | null;
    /** In minor units; only on the path direct_subscription. */
    direct_merchandise_subtotal_minor: number | null;
    /** SHA-256 of the options the provider object is created with, lowercase hex. */
    provider_options_fingerprint: string;
    /** Until when creating the provider object may be repeated with the same idempotency keys. RFC 3339, UTC. */
    provider_retry_not_after: string;
    /** The provider object that collects the payment, once attached. */
    provider_root_object_id: string | null;
    /** checkout.session, payment_intent or subscription, by the integration path. */
    provider_root_object_type: string | null;
    /** The setup intent of a direct subscription. */
    provider_setup_intent_id: string | null;
    /** The customer at the provider. */
    provider_customer_id: string | null;
    /** When the provider created the root object. RFC 3339, UTC. */
    provider_created_at: string | null;
    /** What the root object charges, as confirmed, in minor units. */
    provider_confirmed_amount_minor: number | null;
    /** The cart version the root object represents. */
    provider_confirmed_cart_version: number | null;
    /** ISO 4217 code, lowercase. */
    provider_confirmed_currency: string | null;
    /** The evidence given with the confirmation. */
    provider_confirmed_evidence_sha256: string | null;
    /** The merchandise in it, in minor units, where the confirmation named it. */
    provider_confirmed_merchandise_subtotal_minor: number | null;
    /** When the cart was confirmed. RFC 3339, UTC. */
    provider_confirmed_at: string | null;
    /** When its end was recorded. RFC 3339, UTC. */
    completion_recorded_at: string | null;
    /** One of unreserved, reserved, attached, confirmed, action_required, processing, unknown, succeeded, integrity_failed, failed, canceled, expired, superseded. */
    status: string;
    /** Why it came to this status, where there is more to say. */
    status_reason: string | null;
    /** The attempt this one replaces. */
    supersedes_attempt_id: string | null;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
};
export type AcquisitionAttemptList = {
    /** Oldest first. */
    data: AcquisitionAttempt[];
};
export type ReserveAttemptRequest = {
    /** Paid once, or again and again. */
    commercial_mode: "one_time" | "subscription";
    /** Which object of the provider is to collect the payment. */
    integration_path: "checkout_session" | "payment_intent" | "direct_subscription";
    /** Whether the provider may add to the merchandise before the payer agrees. */
    pricing_mode: "fixed" | "provider_finalized";
    /** SHA-256 of the options the provider object will be created with, lowercase hex. */
    provider_options_fingerprint: string;
    /** Where the payer sees the checkout. */
    checkout_ui_mode?: "hosted" | "embedded" | "custom";
    /** Only with direct_subscription; setup_intent if left out. */
    direct_subscription_source?: "setup_intent" | "saved_payment_method";
    /** The cart_version the reservation is for. */
    expected_cart_version?: number;
    /** The merchandise alone, in minor units, without what the provider may add. */
    merchandise_subtotal_minor?: number;
};
export type AttemptProviderBlock = {
    /** Stable for as long as the attempt stands. */
    idempotency_keys: {
        /** Send it as the idempotency key when creating the root object. */
        root: string;
        /** The same for the setup intent, on the path direct_subscription: pspacq_…:setup_intent. */
        setup_intent?: string;
    };
    /** Put it into the metadata of every provider object of this attempt. */
    metadata: {
        /** The id of an acquisition attempt of this session. */
        proxy_acquisition_attempt_id: string;
        /** The id of a session of this merchant and mode. */
        proxy_session_id: string;
        /** The version of this agreement. */
        proxy_contract_version: "2";
    };
};
export type ReservedAcquisitionAttempt = {
    acquisition_attempt: AcquisitionAttempt;
    provider: AttemptProviderBlock;
};
export type ConfirmProviderCartRequest = {
    /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
    amount_minor: number;
    /** The cart version the provider object represents. */
    cart_version: number;
    /** ISO 4217 code, lowercase. */
    currency: string;
    /** SHA-256 of what proves it, e.g. of the provider object as it was read. */
    evidence_sha256: string;
    /** The merchandise alone, in minor units, without what the provider may add. */
    merchandise_subtotal_minor?: number;
    /** The version of the attempt as it was read last. */
    expected_version: number;
};
export type AttachProviderObjectRequest = {
    /** The version of the attempt as it was read last. */
    expected_version: number;
    /** The id of the object at the provider. */
    object_id: string;
    /** The part the object plays in the attempt. */
    role: "root" | "customer" | "setup_intent";
    /** root: checkout.session, payment_intent or subscription, by the integration path; otherwise the role itself. */
    object_type: string;
    /** Confirms the cart in the same step; only with role root. */
    provider_confirmation?: {
        /** In minor units of the currency: 4200 is €42.00, or ¥4200. */
        amount_minor: number;
        /** The cart version the provider object represents. */
        cart_version: number;
        /** ISO 4217 code, lowercase. */
        currency: string;
        /** SHA-256 of what proves it, e.g. of the provider object as it was read. */
        evidence_sha256: string;
        /** The merchandise alone, in minor units, without what the provider may add. */
        merchandise_subtotal_minor?: number;
    };
};
export type SupersedeAttemptRequest = {
    /** The version of the attempt as it was read last. */
    expected_version: number;
    /** Why, in a word of your own. */
    reason: string;
    /** The options of the attempt that takes its place. */
    replacement: {
        /** Which object of the provider is to collect the payment. */
        integration_path: "checkout_session" | "payment_intent" | "direct_subscription";
        /** SHA-256 of the options the provider object will be created with, lowercase hex. */
        provider_options_fingerprint: string;
        /** Where the payer sees the checkout. */
        checkout_ui_mode?: "hosted" | "embedded" | "custom";
        /** Only with direct_subscription; setup_intent if left out. */
        direct_subscription_source?: "setup_intent" | "saved_payment_method";
    };
};
export type ResolveConflictRequest = {
    /** accept: what was taken is right as it is; refunded: it all went back, as the provider shows. */
    resolution: "accept" | "refunded";
    /** With resolution refunded: the money went back another way than through the provider, which is then not asked. Kept in the story as your word. */
    refunded_elsewhere?: boolean;
    /** For the session's story. */
    note?: string;
};
export type SubscriptionDiagnostic = {
    /** The provider's event that was applied last. */
    last_event_id: string | null;
    /** When that event happened. RFC 3339, UTC. */
    last_event_at: string | null;
    /** When the subscription was last read from the provider. RFC 3339, UTC. */
    last_synced_at: string | null;
    /** What made us read it then. */
    sync_source: ("event" | "sweep" | "payer" | "merchant" | null) | null;
    /** Whether its period is over and nothing was heard of it since. */
    stale: boolean;
};
export type SubscriptionItem = {
    /** What a period is made of. */
    interval: "day" | "week" | "month" | "year";
    /** How many intervals make a period. */
    interval_count: number;
    /** The product at the provider. */
    provider_product_id: string | null;
    /** How many of it. */
    quantity: number;
    /** Paid by quantity, or by what was used. */
    usage_type: "licensed" | "metered";
    /** The price at the provider. */
    provider_price_id: string;
};
export type Subscription = {
    /** The id of a subscription of this merchant and mode. */
    id: string;
    /** The id of the session that began it. */
    original_proxy_session_id: string;
    /** The merchant's own name for the buyer. */
    buyer_reference: string;
    /** Its id at the provider. */
    provider_subscription_id: string;
    /** The checkout session it began with, if any. */
    provider_checkout_session_id: string | null;
    /** The provider. */
    psp: string;
    /** The provider's own word. */
    status: string;
    /** supported: one currency and 1 to 500 items of a known form. */
    configuration_status: "action_required" | "supported" | "unknown";
    /** What is wrong with it, where action is required. */
    configuration_reason: string | null;
    /** When it is to end. RFC 3339, UTC. */
    cancel_at: string | null;
    /** Whether it ends with the current period. */
    cancel_at_period_end: boolean;
    /** When the current period began. RFC 3339, UTC. */
    current_period_start: string | null;
    /** When the current period ends. RFC 3339, UTC. */
    current_period_end: string | null;
    /** When its trial ends or ended. RFC 3339, UTC. */
    trial_end: string | null;
    /** When it ended. RFC 3339, UTC. */
    ended_at: string | null;
    /** What becomes of invoices while collection is paused; null when it is not. */
    pause_collection_behavior: string | null;
    /** SHA-256 of the items as the provider showed them, lowercase hex. */
    items_source_hash: string | null;
    /** When the items changed last. RFC 3339, UTC. */
    items_updated_at: string | null;
    /** The newest invoice. */
    latest_invoice_id: string | null;
    /** What the newest invoice asks for, in minor units. */
    latest_invoice_amount_minor: number | null;
    /** ISO 4217 code, lowercase. */
    latest_invoice_currency: string | null;
    /** paid, open, failed, action_required, void, uncollectible or draft. */
    latest_payment_status: string | null;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
    diagnostic: SubscriptionDiagnostic;
    /** The customer at the provider. */
    provider_customer_id: string | null;
    /** What is paid for. */
    items: SubscriptionItem[];
};
export type SubscriptionList = {
    /** Newest first. */
    data: Subscription[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type WebhookEndpoint = {
    /** The id of a webhook endpoint of this merchant and mode. */
    id: string;
    /** Where events go. */
    url: string;
    /** The types it is sent; null means all. */
    event_types: string[] | null;
    /** The shape of what it is sent. */
    event_schema_version: string;
    /** Only an active endpoint is sent events; archived is final. */
    status: "active" | "archived" | "inactive";
    /** Until when the secret before the current one signs too; null when it does not. RFC 3339, UTC. */
    previous_signing_secret_expires_at: string | null;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
};
export type WebhookEndpointList = {
    /** Newest first. */
    data: WebhookEndpoint[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type CreateWebhookEndpointRequest = {
    /** https, without user name or password, at a host that the internet can reach; at most 2048 characters. */
    url: string;
    /** The types it is sent; null means all, those to come too. */
    event_types?: ("proxy_session.created" | "proxy_session.payer_handoff_issued" | "proxy_session.payer_opened" | "proxy_session.cart_updated" | "proxy_session.payment_processing" | "proxy_session.paid" | "proxy_session.provisionable" | "proxy_session.payment_conflicted" | "proxy_session.provisioned" | "proxy_session.provisioning_failed" | "proxy_session.expired" | "proxy_session.canceled" | "acquisition_attempt.reserved" | "acquisition_attempt.provider_attached" | "acquisition_attempt.cart_confirmed" | "acquisition_attempt.action_required" | "acquisition_attempt.processing" | "acquisition_attempt.succeeded" | "acquisition_attempt.failed" | "acquisition_attempt.canceled" | "acquisition_attempt.expired" | "acquisition_attempt.unknown" | "acquisition_attempt.superseded" | "subscription.created" | "subscription.updated" | "subscription.ended" | "webhook_endpoint.ping" | "webhook_endpoint.deactivated")[] | null;
    /** The shape of what it is sent, a date; on creation the current one if left out. */
    event_schema_version?: "2026-11-01";
    /** An inactive endpoint is sent nothing; what was on its way waits. */
    status?: "active" | "inactive";
};
export type WebhookEndpointAnswer = {
    webhook_endpoint: WebhookEndpoint;
};
export type UpdateWebhookEndpointRequest = {
    /** https, without user name or password, at a host that the internet can reach; at most 2048 characters. */
    url?: string;
    /** The types it is sent; null means all, those to come too. */
    event_types?: ("proxy_session.created" | "proxy_session.payer_handoff_issued" | "proxy_session.payer_opened" | "proxy_session.cart_updated" | "proxy_session.payment_processing" | "proxy_session.paid" | "proxy_session.provisionable" | "proxy_session.payment_conflicted" | "proxy_session.provisioned" | "proxy_session.provisioning_failed" | "proxy_session.expired" | "proxy_session.canceled" | "acquisition_attempt.reserved" | "acquisition_attempt.provider_attached" | "acquisition_attempt.cart_confirmed" | "acquisition_attempt.action_required" | "acquisition_attempt.processing" | "acquisition_attempt.succeeded" | "acquisition_attempt.failed" | "acquisition_attempt.canceled" | "acquisition_attempt.expired" | "acquisition_attempt.unknown" | "acquisition_attempt.superseded" | "subscription.created" | "subscription.updated" | "subscription.ended" | "webhook_endpoint.ping" | "webhook_endpoint.deactivated")[] | null;
    /** The shape of what it is sent, a date; on creation the current one if left out. */
    event_schema_version?: "2026-11-01";
    /** An inactive endpoint is sent nothing; what was on its way waits. */
    status?: "active" | "inactive";
};
export type RotateSigningSecretRequest = {
    /** Until when the secret that signs now signs beside the new one: RFC 3339 with a time zone, in the future. */
    previous_signing_secret_expires_at: string;
};
export type RotatedSecret = {
    /** The new secret. It is shown here and never again. */
    signing_secret: string;
    webhook_endpoint: WebhookEndpoint;
};
export type WebhookEndpointHealth = {
    /** The health of the endpoint. */
    health: {
        /** The id of a webhook endpoint of this merchant and mode. */
        webhook_endpoint_id: string;
        /** As it stands. */
        status: "active" | "archived" | "inactive";
        /** Why we made it inactive: it answered 410, or every attempt failed for 120 hours; null when we did not. */
        inactive_reason: ("gone" | "failing" | null) | null;
        /** Since when it is inactive. RFC 3339, UTC. */
        inactive_since: string | null;
        /** Since when every attempt has failed; null when the last one succeeded. RFC 3339, UTC. */
        failing_since: string | null;
        /** The last success in 24 hours. RFC 3339, UTC. */
        last_success_at: string | null;
        /** Deliveries that wait for an attempt. */
        waiting: number;
        /** What became of the events of the last 24 hours. */
        last_24_hours: {
            /** Deliveries that arrived. */
            succeeded: number;
            /** Deliveries given up. */
            failed: number;
            /** Requests sent. */
            attempts: number;
            /** Requests that failed. */
            failed_attempts: number;
        };
    };
};
export type WebhookDelivery = {
    /** The id of a webhook endpoint of this merchant and mode. */
    webhook_endpoint_id: string;
    /** The id of an event of this merchant and mode. */
    event_id: string;
    /** What happened. */
    event_type: string;
    /** waiting for an attempt, succeeded, failed (given up) or canceled. */
    status: "waiting" | "succeeded" | "failed" | "canceled";
    /** Attempts made so far. */
    attempts: number;
    /** When it is tried next; null when it is not. RFC 3339, UTC. */
    next_attempt_at: string | null;
    /** The status that was answered; null without an answer. */
    http_status: number | null;
    /** Why there was no answer: timeout, connect_timeout, connection_failed, tls_failed, name_unknown, address_refused or url_refused. */
    failure: string | null;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** When it succeeded, was given up or canceled. RFC 3339, UTC. */
    finished_at: string | null;
};
export type WebhookDeliveryAnswer = {
    delivery: WebhookDelivery;
};
export type WebhookDeliveryList = {
    /** Newest first. */
    data: WebhookDelivery[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type WebhookDeliveryAttempt = {
    /** From 1. */
    "number": number;
    /** RFC 3339, UTC, milliseconds. */
    at: string;
    /** How long it took, in milliseconds. */
    duration_ms: number;
    /** The status that was answered; null without an answer. */
    http_status: number | null;
    /** Why there was no answer: timeout, connect_timeout, connection_failed, tls_failed, name_unknown, address_refused or url_refused. */
    failure: string | null;
    /** What the answer began with, at most 16 KiB. */
    response_body: string;
};
export type WebhookDeliveryDetail = {
    /** The delivery. */
    delivery: {
        /** The id of a webhook endpoint of this merchant and mode. */
        webhook_endpoint_id: string;
        /** The id of an event of this merchant and mode. */
        event_id: string;
        /** What happened. */
        event_type: string;
        /** waiting for an attempt, succeeded, failed (given up) or canceled. */
        status: "waiting" | "succeeded" | "failed" | "canceled";
        /** Attempts made so far. */
        attempts: number;
        /** When it is tried next; null when it is not. RFC 3339, UTC. */
        next_attempt_at: string | null;
        /** The status that was answered; null without an answer. */
        http_status: number | null;
        /** Why there was no answer: timeout, connect_timeout, connection_failed, tls_failed, name_unknown, address_refused or url_refused. */
        failure: string | null;
        /** RFC 3339, UTC, milliseconds. */
        created_at: string;
        /** When it succeeded, was given up or canceled. RFC 3339, UTC. */
        finished_at: string | null;
        /** Its attempts, oldest first. */
        history: WebhookDeliveryAttempt[];
    };
};
export type ReplayEventsRequest = {
    /** Events from this moment on, RFC 3339; since the endpoint was created if left out. */
    created_from?: string;
    /** Events before this moment, RFC 3339; until now if left out. */
    created_before?: string;
    /** Whether to leave out what the endpoint has taken already, or is on its way to it; true if left out. */
    only_missed?: boolean;
    /** next_cursor of the page before. */
    cursor?: string;
};
export type WebhookReplay = {
    /** Events put on their way by this call. */
    replayed: number;
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type Event = {
    /** The same on every retry and replay: the webhook-id. */
    id: string;
    /** What happened. */
    "type": "proxy_session.created" | "proxy_session.payer_handoff_issued" | "proxy_session.payer_opened" | "proxy_session.cart_updated" | "proxy_session.payment_processing" | "proxy_session.paid" | "proxy_session.provisionable" | "proxy_session.payment_conflicted" | "proxy_session.provisioned" | "proxy_session.provisioning_failed" | "proxy_session.expired" | "proxy_session.canceled" | "acquisition_attempt.reserved" | "acquisition_attempt.provider_attached" | "acquisition_attempt.cart_confirmed" | "acquisition_attempt.action_required" | "acquisition_attempt.processing" | "acquisition_attempt.succeeded" | "acquisition_attempt.failed" | "acquisition_attempt.canceled" | "acquisition_attempt.expired" | "acquisition_attempt.unknown" | "acquisition_attempt.superseded" | "subscription.created" | "subscription.updated" | "subscription.ended" | "webhook_endpoint.ping" | "webhook_endpoint.deactivated";
    /** The shape of data, a date. */
    schema_version: string;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** Whether it is about real money. */
    livemode: boolean;
    /** Counts the events of a session, without a gap, from 1; 0 for what belongs to no session. */
    sequence: number;
    /** The request that caused it; null where none did. */
    request: {
        /** Its x-request-id. */
        id: string | null;
        /** The key it named. */
        idempotency_key: string | null;
    };
    /** What it is about. */
    data: {
        /** The resource as its own GET shows it; a session without cart snapshots and contacts. */
        "object": {
            [key: string]: any;
        };
        /** The earlier values of what has changed. */
        previous_attributes: {
            [key: string]: any;
        };
        /** Only on an event that would exceed 20 KiB: the fields of object whose values were shortened or left out. Read them over the API. */
        omitted?: string[];
    };
};
export type EventList = {
    /** Newest first. */
    data: Event[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type EventAnswer = {
    event: Event;
};
export type ProviderConfig = {
    /** The id of a provider config of this merchant and mode. */
    id: string;
    /** The external payment provider. */
    psp: "provider";
    /** Whether it takes real money, by the mode of your key. */
    livemode: boolean;
    /** active takes every new attempt; retired serves those it began; inactive never took one. */
    status: "inactive" | "active" | "retired";
    /** Origin of the provider's API. */
    api_url: string;
    /** The provider's own id of the account. */
    account_id: string | null;
    /** Goes to the browsers of payers. */
    publishable_key: string;
    /** The end of the secret key, to tell keys apart. */
    secret_key_last_four: string | null;
    /** Whether the events of the provider can be believed. */
    webhook_secret_set: boolean;
    /** Where the provider is to send its events: an endpoint to be added there. */
    event_url: string;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
    /** RFC 3339, UTC, milliseconds. */
    updated_at: string;
};
export type ProviderConfigList = {
    /** Newest first. */
    data: ProviderConfig[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type CreateProviderConfigRequest = {
    /** The account's publishable key at the provider. */
    publishable_key: string;
    /** The account's secret key at the provider, or a restricted one. Kept sealed and never shown. */
    secret_key: string;
    /** The signing secret of the endpoint at the provider that sends to event_url. Kept sealed and never shown. */
    webhook_secret?: string;
    /** Origin of the provider's API, one this service knows; the real one if left out. */
    api_url?: string;
};
export type ProviderConfigAnswer = {
    provider_config: ProviderConfig;
};
export type UpdateProviderConfigRequest = {
    /** The account's publishable key at the provider. */
    publishable_key?: string;
    /** The account's secret key at the provider, or a restricted one. Kept sealed and never shown. */
    secret_key?: string;
    /** The signing secret of the endpoint at the provider that sends to event_url. Kept sealed and never shown. */
    webhook_secret?: string;
};
export type AuditEntry = {
    /** The id of the entry. */
    id: string;
    /** What was done. */
    action: string;
    /** What it was done to. */
    "object": {
        /** webhook_endpoint, provider_config or provider_event. */
        "type": string;
        /** Its id. */
        id: string;
    };
    /** What more there is to say; of a change, each field from what to what. Never a secret. */
    details: {
        [key: string]: any;
    };
    /** Who did it. */
    actor: {
        /** api_key, user or system. */
        kind: string;
        /** Which key or person; null for the service itself. */
        id: string | null;
    };
    /** The x-request-id of the request that did it. */
    request_id: string | null;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
};
export type AuditEntryList = {
    /** Newest first. */
    data: AuditEntry[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type HeldProviderEvent = {
    /** The provider's own id of the event. */
    id: string;
    /** What it tells. */
    "type": string;
    /** What it is about. */
    object_id: string;
    /** Where it stands. */
    status: string;
    /** Why. */
    note: string | null;
    /** How often it was tried. */
    attempts: number;
    /** The session it belongs to, where that is known. */
    proxy_session_id: string | null;
    /** RFC 3339, UTC, milliseconds. */
    occurred_at: string;
    /** RFC 3339, UTC, milliseconds. */
    received_at: string;
};
export type ProviderEventList = {
    /** Newest first. */
    data: HeldProviderEvent[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Send it as cursor for the next page; null on the last. */
    next_cursor: string | null;
};
export type RetryProviderEventResponse = {
    /** The provider's own id of the event. */
    id: string;
    /** It is in the queue again. */
    status: "waiting";
};
/**
 * List sessions
 */
export function listSessions({ status, buyerReference, createdFrom, createdBefore, sort, limit, cursor }: {
    status?: "created" | "payer_handoff_pending" | "payer_opened" | "payment_processing" | "paid" | "provisionable" | "payment_conflicted" | "provisioned" | "provisioning_failed" | "expired" | "canceled";
    buyerReference?: string;
    createdFrom?: string;
    createdBefore?: string;
    sort?: "-created_at" | "created_at";
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProxySessionList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions${QS.query(QS.explode({
        status,
        buyer_reference: buyerReference,
        created_from: createdFrom,
        created_before: createdBefore,
        sort,
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Create a session
 */
export function createSession(createSessionRequest: CreateSessionRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CreatedProxySession;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request" | "invalid_expiry";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>("/proxy_sessions", oazapfts.json({
        ...opts,
        method: "POST",
        body: createSessionRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Create a session and hand it to the payer
 */
export function createSessionWithHandoff(createSessionWithHandoffRequest: CreateSessionWithHandoffRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProxySessionHandoff;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request" | "invalid_expiry";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused" | "publishable_key_mismatch";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>("/proxy_sessions/handoff", oazapfts.json({
        ...opts,
        method: "POST",
        body: createSessionWithHandoffRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Read a session as the payer may see it
 */
export function getSession(id: string, { pk }: {
    pk?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProxySessionPayerSafeView;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}${QS.query(QS.explode({
        pk
    }))}`, {
        ...opts
    });
}
/**
 * Read a session
 */
export function getMerchantSession(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProxySessionMerchantView;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/merchant`, {
        ...opts
    });
}
/**
 * Replace the cart
 */
export function replaceCart(id: string, replaceCartRequest: ReplaceCartRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ReplacedCart;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "cart_version_conflict" | "session_state_conflict" | "session_expired" | "payment_in_progress" | "currency_locked" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/cart`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: replaceCartRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Record the handoff
 */
export function issuePayerHandoff(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: IssuedPayerHandoff;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "session_state_conflict" | "session_expired" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/payer_handoff`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * Record that the payer opened checkout
 */
export function recordPayerOpened(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProxySessionPayerOpenedView;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "session_state_conflict" | "session_expired" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/payer_opened`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * Bind a provider checkout session
 */
export function bindProvider(id: string, bindProviderRequest: BindProviderRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProviderBinding;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request" | "unsupported_psp";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "cart_version_conflict" | "session_state_conflict" | "session_expired" | "payment_in_progress" | "attempt_options_mismatch" | "provider_object_conflict" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused" | "object_type_mismatch";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/provider_bindings`, oazapfts.json({
        ...opts,
        method: "POST",
        body: bindProviderRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Report fulfilment
 */
export function reportProvisioned(id: string, reportProvisionedRequest?: ReportProvisionedRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: FulfilmentReport;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "session_state_conflict" | "session_expired" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/provisioned`, oazapfts.json({
        ...opts,
        method: "POST",
        body: reportProvisionedRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Report that fulfilment is impossible
 */
export function reportProvisioningFailed(id: string, reportProvisioningFailedRequest: ReportProvisioningFailedRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: FulfilmentReport;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "session_state_conflict" | "session_expired" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/provisioning_failed`, oazapfts.json({
        ...opts,
        method: "POST",
        body: reportProvisioningFailedRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * List attempts
 */
export function listAttempts(proxySessionId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AcquisitionAttemptList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(proxySessionId)}/acquisition_attempts`, {
        ...opts
    });
}
/**
 * Reserve or join the attempt
 */
export function reserveAttempt(proxySessionId: string, reserveAttemptRequest: ReserveAttemptRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ReservedAcquisitionAttempt;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "cart_version_conflict" | "session_state_conflict" | "session_expired" | "payment_in_progress" | "attempt_options_mismatch" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(proxySessionId)}/acquisition_attempts`, oazapfts.json({
        ...opts,
        method: "POST",
        body: reserveAttemptRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Confirm the cart
 */
export function confirmProviderCart(proxySessionId: string, acquisitionAttemptId: string, confirmProviderCartRequest: ConfirmProviderCartRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AcquisitionAttempt;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "cart_version_conflict" | "attempt_version_conflict" | "session_state_conflict" | "session_expired" | "evidence_conflict" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused" | "provider_amount_mismatch";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(proxySessionId)}/acquisition_attempts/${encodeURIComponent(acquisitionAttemptId)}/provider_cart`, oazapfts.json({
        ...opts,
        method: "POST",
        body: confirmProviderCartRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Attach a provider object
 */
export function attachProviderObject(proxySessionId: string, acquisitionAttemptId: string, attachProviderObjectRequest: AttachProviderObjectRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AcquisitionAttempt;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "cart_version_conflict" | "attempt_version_conflict" | "session_state_conflict" | "session_expired" | "payment_in_progress" | "provider_object_conflict" | "evidence_conflict" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused" | "provider_amount_mismatch" | "object_type_mismatch";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(proxySessionId)}/acquisition_attempts/${encodeURIComponent(acquisitionAttemptId)}/provider_objects`, oazapfts.json({
        ...opts,
        method: "POST",
        body: attachProviderObjectRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Supersede an attempt
 */
export function supersedeAttempt(proxySessionId: string, acquisitionAttemptId: string, supersedeAttemptRequest: SupersedeAttemptRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ReservedAcquisitionAttempt;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "attempt_version_conflict" | "session_state_conflict" | "session_expired" | "attempt_not_terminal" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(proxySessionId)}/acquisition_attempts/${encodeURIComponent(acquisitionAttemptId)}/supersede`, oazapfts.json({
        ...opts,
        method: "POST",
        body: supersedeAttemptRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Cancel a session
 */
export function cancelSession(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: FulfilmentReport;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "session_state_conflict" | "session_expired" | "payment_in_progress" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/cancel`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * Resolve a payment conflict
 */
export function resolveConflict(id: string, resolveConflictRequest: ResolveConflictRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: FulfilmentReport;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "session_state_conflict" | "session_expired" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused" | "provider_amount_mismatch";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/proxy_sessions/${encodeURIComponent(id)}/resolve`, oazapfts.json({
        ...opts,
        method: "POST",
        body: resolveConflictRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Read a subscription
 */
export function getSubscription(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Subscription;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/subscriptions/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * List subscriptions
 */
export function listSubscriptions({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SubscriptionList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/subscriptions${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * List webhook endpoints
 */
export function listWebhookEndpoints({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookEndpointList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Create a webhook endpoint
 */
export function createWebhookEndpoint(createWebhookEndpointRequest: CreateWebhookEndpointRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookEndpointAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>("/webhook_endpoints", oazapfts.json({
        ...opts,
        method: "POST",
        body: createWebhookEndpointRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Read a webhook endpoint
 */
export function getWebhookEndpoint(webhookEndpointId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookEndpointAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}`, {
        ...opts
    });
}
/**
 * Update a webhook endpoint
 */
export function updateWebhookEndpoint(webhookEndpointId: string, updateWebhookEndpointRequest?: UpdateWebhookEndpointRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookEndpointAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "endpoint_archived" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: updateWebhookEndpointRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Archive a webhook endpoint
 */
export function archiveWebhookEndpoint(webhookEndpointId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookEndpointAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/archive`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * Rotate the signing secret
 */
export function rotateSigningSecret(webhookEndpointId: string, rotateSigningSecretRequest: RotateSigningSecretRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RotatedSecret;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "endpoint_archived" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/rotate_secret`, oazapfts.json({
        ...opts,
        method: "POST",
        body: rotateSigningSecretRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Revoke the previous signing secret
 */
export function revokePreviousSecret(webhookEndpointId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookEndpointAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "endpoint_archived" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/revoke_previous_secret`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * Read how an endpoint does
 */
export function getEndpointHealth(webhookEndpointId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookEndpointHealth;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/health`, {
        ...opts
    });
}
/**
 * Send a test event
 */
export function pingEndpoint(webhookEndpointId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookDeliveryAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "endpoint_archived" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/ping`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * List deliveries
 */
export function listDeliveries(webhookEndpointId: string, { status, limit, cursor }: {
    status?: "waiting" | "succeeded" | "failed" | "canceled";
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookDeliveryList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/deliveries${QS.query(QS.explode({
        status,
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read a delivery
 */
export function getDelivery(webhookEndpointId: string, eventId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookDeliveryDetail;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/deliveries/${encodeURIComponent(eventId)}`, {
        ...opts
    });
}
/**
 * Resend a delivery
 */
export function resendDelivery(webhookEndpointId: string, eventId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookDeliveryAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "endpoint_archived" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/deliveries/${encodeURIComponent(eventId)}/resend`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * Replay events
 */
export function replayEvents(webhookEndpointId: string, replayEventsRequest?: ReplayEventsRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookReplay;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "endpoint_archived" | "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/webhook_endpoints/${encodeURIComponent(webhookEndpointId)}/replay`, oazapfts.json({
        ...opts,
        method: "POST",
        body: replayEventsRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * List events
 */
export function listEvents({ $type, proxySessionId, createdFrom, createdBefore, limit, cursor }: {
    $type?: "proxy_session.created" | "proxy_session.payer_handoff_issued" | "proxy_session.payer_opened" | "proxy_session.cart_updated" | "proxy_session.payment_processing" | "proxy_session.paid" | "proxy_session.provisionable" | "proxy_session.payment_conflicted" | "proxy_session.provisioned" | "proxy_session.provisioning_failed" | "proxy_session.expired" | "proxy_session.canceled" | "acquisition_attempt.reserved" | "acquisition_attempt.provider_attached" | "acquisition_attempt.cart_confirmed" | "acquisition_attempt.action_required" | "acquisition_attempt.processing" | "acquisition_attempt.succeeded" | "acquisition_attempt.failed" | "acquisition_attempt.canceled" | "acquisition_attempt.expired" | "acquisition_attempt.unknown" | "acquisition_attempt.superseded" | "subscription.created" | "subscription.updated" | "subscription.ended" | "webhook_endpoint.ping" | "webhook_endpoint.deactivated";
    proxySessionId?: string;
    createdFrom?: string;
    createdBefore?: string;
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/events${QS.query(QS.explode({
        "type": $type,
        proxy_session_id: proxySessionId,
        created_from: createdFrom,
        created_before: createdBefore,
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read an event
 */
export function getEvent(eventId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/events/${encodeURIComponent(eventId)}`, {
        ...opts
    });
}
/**
 * List provider configs
 */
export function listProviderConfigs({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProviderConfigList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/provider_configs${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Create a provider config
 */
export function createProviderConfig(createProviderConfigRequest: CreateProviderConfigRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProviderConfigAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>("/provider_configs", oazapfts.json({
        ...opts,
        method: "POST",
        body: createProviderConfigRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Replace keys of a provider config
 */
export function updateProviderConfig(id: string, updateProviderConfigRequest?: UpdateProviderConfigRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProviderConfigAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 502;
        data: Error & {
            error: {
                code: "provider_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/provider_configs/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: updateProviderConfigRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Activate a provider config
 */
export function activateProviderConfig(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProviderConfigAnswer;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/provider_configs/${encodeURIComponent(id)}/activate`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
/**
 * List the audit log
 */
export function listAuditEntries({ objectId, limit, cursor }: {
    objectId?: string;
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AuditEntryList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/audit_entries${QS.query(QS.explode({
        object_id: objectId,
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * List events of the provider that wait
 */
export function listProviderEvents({ status, limit, cursor }: {
    status?: "failed" | "parked";
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ProviderEventList;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/provider_events${QS.query(QS.explode({
        status,
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Try an event of the provider again
 */
export function retryProviderEvent(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RetryProviderEventResponse;
    } | {
        status: 400;
        data: Error & {
            error: {
                code: "invalid_request";
                [key: string]: any;
            };
        };
    } | {
        status: 401;
        data: Error & {
            error: {
                code: "authentication_required" | "invalid_api_key";
                [key: string]: any;
            };
        };
    } | {
        status: 403;
        data: Error & {
            error: {
                code: "insufficient_scope" | "publishable_key_not_allowed";
                [key: string]: any;
            };
        };
    } | {
        status: 404;
        data: Error & {
            error: {
                code: "not_found";
                [key: string]: any;
            };
        };
    } | {
        status: 408;
        data: Error & {
            error: {
                code: "request_timeout";
                [key: string]: any;
            };
        };
    } | {
        status: 409;
        data: Error & {
            error: {
                code: "idempotency_in_flight";
                [key: string]: any;
            };
        };
    } | {
        status: 413;
        data: Error & {
            error: {
                code: "payload_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 415;
        data: Error & {
            error: {
                code: "unsupported_media_type";
                [key: string]: any;
            };
        };
    } | {
        status: 422;
        data: Error & {
            error: {
                code: "idempotency_key_reused";
                [key: string]: any;
            };
        };
    } | {
        status: 429;
        data: Error & {
            error: {
                code: "rate_limited";
                [key: string]: any;
            };
        };
    } | {
        status: 431;
        data: Error & {
            error: {
                code: "headers_too_large";
                [key: string]: any;
            };
        };
    } | {
        status: 500;
        data: Error & {
            error: {
                code: "internal_error";
                [key: string]: any;
            };
        };
    } | {
        status: 503;
        data: Error & {
            error: {
                code: "service_unavailable";
                [key: string]: any;
            };
        };
    }>(`/provider_events/${encodeURIComponent(id)}/retry`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    });
}
