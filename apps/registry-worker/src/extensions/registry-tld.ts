import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import type { ContactRole } from '../dialects/contact'
import type { Dialect, RegistryTld } from '../dialects/dialect'
import { genericTerms, termsOf } from '../registries/rules'

/**
 * The rules of a record where registries differ, with those of the account before them. Throws an error when the dialect
 * does not accept the options of the record.
 */
export function registryTldOf(
  { registry, contacts, hosts, dnssec, restore, transfer, isRenewable, renewalOpensDays }: ExtensionRecord,
  dialect: Dialect,
  ofAccount: Partial<RegistryTld>,
): RegistryTld {
  const { eppExtensions, options, periods } = registry
  const terms = termsOf({
    hosts: hosts.model,
    contacts: contacts.model,
    contactIds: contacts.ids,
    dnssec: dnssec.form,
    restore,
    isRenewable,
    renewalOpensDays,
    eppExtensions,
    options,
    ...(periods && { periods }),
  })
  const contactRoles = { create: rolesOf(contacts, 'create'), update: rolesOf(contacts, 'update') }
  const transfers = transfer.model === 'push' ? ('pushed' as const) : ('requested' as const)
  const tld = { ...genericTerms, ...terms, contactRoles, transfers, ...ofAccount, dialect }
  return { ...tld, options: dialect.options.parse(tld.options) }
}

/** The roles of which the registry takes a contact. */
function rolesOf({ roles, counts }: ExtensionRecord['contacts'], at: 'create' | 'update'): ReadonlySet<ContactRole> {
  const takes = (role: 'owner' | 'admin' | 'tech' | 'billing') => counts?.[at]?.[role]?.max !== 0
  return new Set<ContactRole>([...(takes('owner') ? (['registrant'] as const) : []), ...roles.filter(takes)])
}
