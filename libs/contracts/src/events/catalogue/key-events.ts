import { apiKey } from '../../keys/key'
import { listKeys } from '../../keys/list-keys'
import { accountEvent } from '../account-event'

/** An API key as `GET /v1/keys` lists it, without what is about a person: the user name, and the address of the last use. */
export const keyState = apiKey.omit({ username: true, last_used_from: true })

const ofKey = { producer: 'customers', version: 1, read: listKeys, state: keyState } as const

export const keyCreated = accountEvent({ ...ofKey, type: 'key.created', summary: 'An API key was created.' })

export const keyReplaced = accountEvent({
  ...ofKey,
  type: 'key.replaced',
  summary:
    'An API key was replaced by a new one with the same name, rights and limits. The old one does not work any more.',
})

export const keyRevoked = accountEvent({
  ...ofKey,
  type: 'key.revoked',
  summary: 'An API key was deleted: by a person of the account, or with the contact as whom it acted.',
})

export const keyExpired = accountEvent({
  ...ofKey,
  type: 'key.expired',
  summary:
    'An API key has reached its end, or its limit of days without a request. It works again if it is replaced in time.',
  notice: { severity: 'warning', text: 'The API key {name} has ended.' },
})
