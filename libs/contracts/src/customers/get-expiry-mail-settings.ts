import { operation } from '../operation'
import { expiryMailSettings } from './expiry-mail-settings'

/** Returns whom the account wants to be mailed about the expiry of its domains. */
export const getExpiryMailSettings = operation({
  id: 'expiry-mails.get-settings',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/expiry-mails/settings',
  summary: 'See who is mailed before domains expire',
  description:
    'Use to see whether registrants and administrators are mailed before and after domains expire. Free of charge.',
  result: expiryMailSettings,
  errors: [],
})
