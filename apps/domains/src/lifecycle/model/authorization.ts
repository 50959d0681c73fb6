import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain } from './domain'

/**
 * Whether a transfer waits for the registrant: to authorize it where the extension requires that, or to give the code,
 * which some registries send to the registrant alone.
 */
export function needsAuthorization(
  { type, authorizedAt, transferCode }: Pick<Domain, 'authorizedAt' | 'transferCode' | 'type'>,
  { transfer }: Pick<LifecycleRules, 'transfer'>,
): boolean {
  const hasNoCode = transferCode === '' && transfer.model !== 'push'
  return type === 'TRANSFER' && ((transfer.isAuthorizedByRegistrant && authorizedAt === null) || hasNoCode)
}
