import { resourceId } from '../primitives/scalars'

/** Number of the caller's account, as paths name it. */
export const resellerId = resourceId.describe('Number of the own account, as resellers.get answers it.')
