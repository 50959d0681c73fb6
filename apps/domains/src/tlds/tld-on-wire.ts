import type { z } from 'zod'
import type { tld } from '@nameyard/contracts/domains/tld'
import type { Tld } from './tld'

/** An extension as resellers see it, without the optional parts. */
export function tldOnWire(given: Tld): z.input<typeof tld> {
  const { extension, contacts, contactCounts, authCode, dnssec, quarantine, ...rules } = given
  return {
    name: extension,
    status: rules.status,
    min_period: rules.periods.min,
    max_period: rules.periods.max,
    owner_handle_supported: true,
    admin_handle_supported: contacts.includes('admin'),
    tech_handle_supported: contacts.includes('tech'),
    billing_handle_supported: contacts.includes('billing'),
    billing_handle_enabled: contacts.includes('billing'),
    // No registry has a reseller contact. Orders may name one for the reseller's own use.
    reseller_handle_supported: false,
    reseller_handle_enabled: true,
    contact_counts: Object.entries(contactCounts).flatMap(([operation, counts]) =>
      Object.entries(counts).map(([role, { min, max }]) => ({
        role: role as keyof typeof counts,
        operation: operation as keyof typeof contactCounts,
        min,
        max,
      })),
    ),
    min_name_servers: rules.nameservers.min,
    max_name_servers: rules.nameservers.max,
    name_server_check: rules.nameserverCheck,
    transfer_available: rules.isTransferable,
    renew_available: rules.isRenewable,
    trade_available: rules.isTraded,
    domicile_available: false,
    is_private_whois_allowed: rules.isPrivacyAllowed,
    is_auth_code_available: authCode.comes === 'here',
    is_auth_code_requested: authCode.comes === 'by-registry',
    is_auth_code_changeable: authCode.comes === 'here',
    is_transfer_auth_code_required: rules.isTransferable && rules.transfer.model !== 'push',
    transfer_tag: rules.transfer.tag ?? '',
    is_trade_auth_code_required: rules.isTraded && authCode.isNeededForTrade,
    dnssec_allowed: dnssec.form !== 'none',
    dnssec_keys_allowed: dnssec.form === 'key',
    dnssec_digests_allowed: dnssec.form === 'ds',
    dnssec_max_records_amount: dnssec.maxRecords,
    dnssec_algorithms: [...dnssec.algorithms],
    soft_quarantine_period: quarantine.softDays,
    quarantine_period: quarantine.hardDays,
    supported_idn_scripts: rules.idnScripts.map(({ value, description }) => ({ value, description })),
  }
}
