import { resourceId } from '../primitives/scalars'

/** Number of the caller's account, in paths. */
export const resellerId = resourceId.describe('Number of your account, as returned by resellers.get.')
