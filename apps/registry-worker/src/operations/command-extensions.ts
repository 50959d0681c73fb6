import { LAUNCH } from '@nameyard/epp/namespaces'
import type { RegistryTld } from '../dialects/dialect'
import { NO_DNSSEC } from './desired-state'
import type { Intent } from './operation.store'

/** Why a create cannot be sent: it needs an EPP extension that the session did not agree on. */
export function missingExtension(
  { launch, zoneKeys = [] }: Intent<'domain.create'>,
  { secDns, extensions }: RegistryTld,
): string | undefined {
  if (launch && !extensions.has(LAUNCH)) return 'the registry does not offer launch phases (RFC 8334)'
  if (zoneKeys.length > 0 && secDns === 'none') return NO_DNSSEC
  return undefined
}
