import { publishZone } from './dns/publish-zone'
import { registryOperationSettled } from './registry/operation-settled'
import { submitRegistryOperation } from './registry/submit-operation'

/** Every event and command there is. */
export const messages = [publishZone, registryOperationSettled, submitRegistryOperation] as const

export type KnownMessage = (typeof messages)[number]
