import { outboxRetention } from '@nameyard/outbox/retention'
import { deletion, joined } from '@nameyard/persistence/retention'
import { sql } from '@nameyard/persistence/statement'

/** How long a network stays known after the last login from it. */
export const KNOWN_NETWORK_DAYS = 90

const deleted = { days: 730, setting: { name: 'RETENTION_DELETED_DAYS', least: 30 } } as const
const tombstones = { days: 90, setting: { name: 'RETENTION_TOMBSTONES_DAYS', least: 30 } } as const

/** What happens to the rows of the tables of this service. */
export const customersRetention = joined(outboxRetention, {
  rules: [
    {
      table: 'access_change',
      rows: 'accounts whose rights have changed, an hour after that',
      period: { days: 0 },
      clock: 'machine',
      reason: 'gateways read them within a second',
      deletion: deletion('access.delete-changes', {
        table: 'access_change',
        key: ['id'],
        due: ({ before }) => sql`forget_at < ${before}`,
        order: sql`forget_at`,
      }),
    },
    {
      table: 'login_network',
      rows: 'networks, after the last login of the person from there',
      period: { days: KNOWN_NETWORK_DAYS },
      clock: 'machine',
      reason: 'after that a login counts as one from a new network',
      deletion: deletion('login.delete-networks', {
        table: 'login_network',
        key: ['contact_id', 'network'],
        due: ({ before }) => sql`last_login_at < ${before}`,
        order: sql`last_login_at`,
      }),
    },
    {
      table: 'login_failure',
      rows: 'counters of failed logins, after their wait and the hour that they count',
      period: { days: 0 },
      clock: 'machine',
      reason: 'they decide nothing any more; they have names and networks',
      deletion: deletion('login.delete-failures', {
        table: 'login_failure',
        key: ['subject'],
        due: ({ before }) => sql`forget_at < ${before}`,
        order: sql`forget_at`,
      }),
    },
    {
      table: 'password_reset',
      rows: 'links of password resets, after their expiry',
      period: { days: 0 },
      clock: 'machine',
      reason: 'they no longer work',
      deletion: deletion('password_reset.delete-expired', {
        table: 'password_reset',
        key: ['id'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'approval',
      rows: 'calls of API keys and assistants that a person was asked to approve, after their expiry',
      period: { days: 1 },
      clock: 'machine',
      reason: 'people see what was decided in the last day; the audit trail keeps who decided',
      deletion: deletion('approval.delete-expired', {
        table: 'approval',
        key: ['id'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'oauth_state',
      rows: 'what the authorization server for assistants stores, after its expiry',
      period: { days: 0 },
      clock: 'machine',
      reason:
        'it counts for nothing any more; codes and refresh tokens are kept until then, so that a second use is noticed',
      deletion: deletion('oauth_state.delete-expired', {
        table: 'oauth_state',
        key: ['kind', 'hash'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'passkey_challenge',
      rows: 'challenges of passkeys, after their expiry',
      period: { days: 0 },
      clock: 'machine',
      reason: 'nobody can answer them',
      deletion: deletion('passkey_challenge.delete-expired', {
        table: 'passkey_challenge',
        key: ['hash'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'contact',
      rows: 'persons with a login, after they were deleted',
      period: deleted,
      clock: 'platform',
      reason: 'shows who a person in a history was',
      deletion: deletion('contact.delete-deleted', {
        table: 'contact',
        key: ['id'],
        due: ({ before }) => sql`deleted_at < ${before}`,
        order: sql`deleted_at`,
        with: {
          api_key: 'contact_id',
          token: 'contact_id',
          login_network: 'contact_id',
          password_reset: 'contact_id',
          factor: 'contact_id',
          recovery_code: 'contact_id',
          passkey_challenge: 'contact_id',
        },
      }),
    },
    {
      table: 'customer',
      rows: 'customers, after they were deleted',
      period: deleted,
      clock: 'platform',
      reason: 'registrars must show who a registrant was for two years (Data Retention Specification of the ICANN RAA)',
      deletion: deletion('customer.delete-deleted', {
        table: 'customer',
        key: ['id'],
        due: ({ before }) => sql`deleted_at < ${before} and kept_until is null`,
        order: sql`deleted_at`,
        with: { adopted_contact: 'customer_id', customer_tag: 'customer_id' },
      }),
    },
    {
      table: 'expiry_mail',
      rows: 'which mails about the expiry of domains were sent, after that',
      period: deleted,
      clock: 'platform',
      reason: 'registrars must show these mails for two years (ICANN RAA section 3.4.3)',
      deletion: deletion('expiry_mail.delete-old', {
        table: 'expiry_mail',
        key: ['notice_id', 'recipient'],
        due: ({ before }) => sql`sent_at < ${before}`,
        order: sql`sent_at`,
      }),
    },
    {
      table: 'sent_mail',
      rows: 'other mails with their addresses, and what mail servers reported about them, after that',
      period: { days: 90, setting: { name: 'RETENTION_MAILS_DAYS', least: 7 } },
      clock: 'platform',
      reason: 'accounts see which mails have not arrived, and support answers questions about them',
      deletion: deletion('sent_mail.delete-old', {
        table: 'sent_mail',
        key: ['id'],
        due: ({ before }) => sql`sent_at < ${before} and policy is null`,
        order: sql`sent_at`,
      }),
    },
    {
      table: 'sent_mail',
      rows: 'mails to registrants that a policy of ICANN demands, after that',
      period: deleted,
      clock: 'platform',
      reason: 'registrars must show data reminders and mails about transfers for two years (ICANN RAA section 3.4.3)',
      deletion: deletion('sent_mail.delete-demanded', {
        table: 'sent_mail',
        key: ['id'],
        due: ({ before }) => sql`sent_at < ${before} and policy is not null`,
        order: sql`sent_at`,
      }),
    },
    {
      table: 'email_verification',
      rows: 'verifications of addresses that no domain uses, after their start',
      period: { days: 730, setting: { name: 'RETENTION_VERIFICATIONS_DAYS', least: 30 } },
      clock: 'platform',
      reason: 'shows that a registrant was verified (ICANN RAA, WHOIS accuracy specification)',
      deletion: deletion('email_verification.delete-old', {
        table: 'email_verification',
        key: ['id'],
        due: ({ before }) => sql`started_at < ${before} and coalesce(verified_at < ${before}, true)
          and status <> 'in progress' and not exists (
            select from email_verification_domain d where d.verification_id = email_verification.id)`,
        order: sql`started_at`,
      }),
    },
    {
      table: 'email_verification_domain',
      rows: 'domains that are not held any more, after that was known',
      period: tombstones,
      clock: 'machine',
      reason: 'an older event about the domain that arrives late must not count',
      deletion: deletion('email_verification.delete-domains', {
        table: 'email_verification_domain',
        key: ['domain_id'],
        due: ({ before }) => sql`verification_id is null and placed_at < ${before}`,
        order: sql`placed_at`,
      }),
    },
  ],
  ended: {
    audit_arrival: 'when the event is part of the audit trail',
    audit_entry: 'when the month is in a file: by default after three years (`RETENTION_AUDIT_DAYS`)',
    audit_person: 'with the entry, or with the person',
    approval_link: 'with the approval, a day after its expiry, or with the person',
    api_key: 'when a person of the account revokes the key, or with the person',
    adopted_contact: 'with the customer',
    customer_tag: 'when the tag is taken from the customer, or with either',
    factor: 'when the person removes the second factor, or with the person',
    recovery_code: 'when the code is used or replaced, or with the person',
    tag: 'when no customer has the tag',
    token: 'at its expiry, at a logout, when the session is ended, or with the person',
  },
  kept: {
    audit_archive: 'the hashes at the ends of archived months join the files to the audit trail; no personal data',
    audit_chain: 'the end of the audit trail of each account, one row for each',
    audit_head: 'the last signed head of each audit trail, one row for each account',
    customer_count: 'counters, one row for each account',
    email_template: 'words of accounts for their mails, at most 200 for each',
    mail_branding: 'settings, at most one row for each account',
    event_mail_setting: 'settings, at most one row for each account and type of mail',
    expiry_mail_count: 'counters, one row for each account',
    expiry_mail_setting: 'settings, at most one row for each account',
    nameserver_label: 'labels of name servers of accounts: none is given out twice',
    policy_mail_by_reseller: 'records of operators, at most one row for each account and policy',
    request_allowance: 'counters, one row for each account',
    reseller: 'the accounts; entries of the ledger refer to them',
  },
})
