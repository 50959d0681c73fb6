import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import { ALLOCATION_TOKEN, CHANGE_POLL, FEE, IDN, LAUNCH, LOGIN_SECURITY, RGP, SECDNS } from '@nameyard/epp/namespaces'
import type { RegistryTld } from '../registries/registry'

const namespaces = {
  rgp: RGP,
  secDNS: SECDNS,
  fee: FEE,
  launch: LAUNCH,
  idn: IDN,
  loginSec: LOGIN_SECURITY,
  allocationToken: ALLOCATION_TOKEN,
  changePoll: CHANGE_POLL,
} satisfies Record<ExtensionRecord['registry']['eppExtensions'][number], string>

const secDns = { ds: 'dsData', key: 'keyData', none: 'none' } as const

/** The rules of a record where registries differ. */
export function registryTldOf({
  registry,
  contacts,
  hosts,
  dnssec,
  isRenewable,
  transfer,
  restore,
}: ExtensionRecord): RegistryTld {
  return {
    profile: registry.dialect,
    nameserverForm: hosts.model === 'objects' ? 'hostObj' : 'hostAttr',
    contacts: contacts.model,
    secDns: secDns[dnssec.form],
    renewal: isRenewable ? 'by-command' : 'none',
    transfer: transfer.model,
    restore,
    extensions: new Set(registry.eppExtensions.map((name) => namespaces[name])),
  }
}
