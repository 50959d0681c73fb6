import { ALLOCATION_TOKEN, CHANGE_POLL, FEE, IDN, LAUNCH, LOGIN_SECURITY, RGP, SECDNS } from '@nameyard/epp/namespaces'
import type { RegistryTld } from './registry'

/** A gTLD according to ICANN's agreements and RFC 3915. */
export const gtld: RegistryTld = {
  profile: 'gtld',
  nameserverForm: 'hostObj',
  contacts: 'required',
  secDns: 'dsData',
  renewal: 'by-command',
  transfer: 'pending',
  restore: 'report',
  extensions: new Set([RGP, SECDNS, FEE, LAUNCH, IDN, LOGIN_SECURITY, ALLOCATION_TOKEN, CHANGE_POLL]),
}

/** A registry without contacts and without restore reports. */
export const thin: RegistryTld = {
  ...gtld,
  profile: 'thin',
  contacts: 'prohibited',
  restore: 'immediate',
  extensions: new Set([RGP, SECDNS, FEE]),
}

/** A ccTLD registry that renews by itself and transfers at once. */
export const cctldInstant: RegistryTld = {
  profile: 'cctld-instant',
  nameserverForm: 'hostAttr',
  contacts: 'required',
  secDns: 'keyData',
  renewal: 'none',
  transfer: 'immediate',
  restore: 'immediate',
  extensions: new Set([RGP, SECDNS, LOGIN_SECURITY]),
}

/** A ccTLD registry with renew commands and immediate transfers. */
export const cctldRenewed: RegistryTld = { ...cctldInstant, profile: 'cctld-renewed', renewal: 'by-command' }

/** A ccTLD registry where the losing registrar answers a transfer. */
export const cctldPending: RegistryTld = {
  ...cctldRenewed,
  profile: 'cctld-pending',
  secDns: 'dsData',
  transfer: 'pending',
}

/** A strict registry. */
export const strict: RegistryTld = { ...gtld, profile: 'strict', extensions: new Set([RGP, SECDNS]) }

/** A registry that answers creates and updates 1001 and announces their result by poll. */
export const asynchronous: RegistryTld = { ...strict, profile: 'async' }

/** The profiles, by name. */
export const profiles: ReadonlyMap<string, RegistryTld> = new Map(
  [gtld, thin, cctldInstant, cctldRenewed, cctldPending, strict, asynchronous].map((each) => [each.profile, each]),
)
