import { operation } from '../operation'
import { resellerSettings } from './reseller-parts'

/** Reads the settings of the caller's account. */
export const getResellerSettings = operation({
  id: 'resellers.get-settings',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/resellers/settings',
  summary: 'Read the settings of your account',
  description:
    'Use to see the currency of the account, its credit, its tags, and whether its domains renew automatically.',
  result: resellerSettings,
  schemas: { response: 'settingsGetSettingsResponse' },
})
