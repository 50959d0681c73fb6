import type { Result } from '@nameyard/contracts/operation'
import type { certifyRegistryAccount } from '@nameyard/contracts/registry/certify-account'

/** A step of a test, with its verdict and its frames. */
export type Step = Result<typeof certifyRegistryAccount>['steps'][number]
export type Frame = Step['frames'][number]
