import { ALLOCATION_TOKEN, CHANGE_POLL, FEE, IDN, LAUNCH, LOGIN_SECURITY, RGP, SECDNS } from '@nameyard/epp/namespaces'
import type { RegistryTld } from './registry'

/** A generic TLD as ICANN's agreements and RFC 3915 have it. */
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

/** A registry that keeps no contacts and takes a restore at its word. */
export const thin: RegistryTld = {
  ...gtld,
  profile: 'thin',
  contacts: 'prohibited',
  restore: 'immediate',
  extensions: new Set([RGP, SECDNS, FEE]),
}

/** A country's registry that prolongs by itself and transfers at once. */
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

/** A country's registry that transfers at once and is renewed by command. */
export const cctldRenewed: RegistryTld = { ...cctldInstant, profile: 'cctld-renewed', renewal: 'by-command' }

/** A country's registry where a transfer waits for the losing registrar. */
export const cctldPending: RegistryTld = {
  ...cctldRenewed,
  profile: 'cctld-pending',
  secDns: 'dsData',
  transfer: 'pending',
}

/** A registry that forgives nothing. */
export const strict: RegistryTld = { ...gtld, profile: 'strict', extensions: new Set([RGP, SECDNS]) }

/** A registry that takes creates and updates as pending (1001) and tells their end by message. */
export const asynchronous: RegistryTld = { ...strict, profile: 'async' }

/** Every way of keeping domains that we know, by its word. */
export const profiles: ReadonlyMap<string, RegistryTld> = new Map(
  [gtld, thin, cctldInstant, cctldRenewed, cctldPending, strict, asynchronous].map((each) => [each.profile, each]),
)
