import { sendVerificationEmail } from './customers/send-verification-email'
import { publishZone } from './dns/publish-zone'
import { registryOperationSettled } from './registry/operation-settled'
import { submitRegistryOperation } from './registry/submit-operation'

/** Every event and command there is. */
export const messages = [sendVerificationEmail, publishZone, registryOperationSettled, submitRegistryOperation] as const

export type KnownMessage = (typeof messages)[number]
