import { publishZone } from './dns/publish-zone'
import { domainActivated, domainFailed } from './domains/domain-events'
import { registryOperationSettled } from './registry/operation-settled'
import { submitRegistryOperation } from './registry/submit-operation'

/** Every event and command there is. */
export const messages = [
  publishZone,
  domainActivated,
  domainFailed,
  registryOperationSettled,
  submitRegistryOperation,
] as const

export type KnownMessage = (typeof messages)[number]
