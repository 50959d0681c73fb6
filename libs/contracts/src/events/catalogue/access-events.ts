import { getRoles } from '../../access/get-roles'
import { getFactorDemand } from '../../factors/get-factor-demand'
import { accountEvent } from '../account-event'

/** Whether roles count, as `GET /v1/auth/roles` shows it. */
export const rolesState = getRoles.result.pick({ is_enforced: true })

export const accountRolesChanged = accountEvent({
  producer: 'customers',
  version: 1,
  read: getRoles,
  state: rolesState,
  type: 'account.roles-changed',
  summary: 'Roles of contacts were switched on or off: whether they limit what people of the account may do.',
})

/** Whether a second factor is demanded, as `GET /v1/auth/second-factor` shows it. */
export const factorDemandState = getFactorDemand.result.pick({ is_required: true })

export const accountSecondFactorChanged = accountEvent({
  producer: 'customers',
  version: 1,
  read: getFactorDemand,
  state: factorDemandState,
  type: 'account.second-factor-changed',
  summary: 'The account demands a second factor at each login with a password, or does so no more.',
})
