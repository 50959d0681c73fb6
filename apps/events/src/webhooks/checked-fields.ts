import { fail } from '@nameyard/contracts/errors'
import { Egress, EgressRefused } from '@nameyard/egress/egress'
import { refuseUnknownTypes } from '../reading/visible-types'

/** Refuses an address to which no event can ever be sent. */
export function refuseUrl(egress: Egress, url: string): void {
  try {
    egress.check(url)
  } catch (error) {
    if (error instanceof EgressRefused) fail('webhook_url_refused', { problem: error.reason })
    throw error
  }
}

/** Returns the filters without repetition. Refuses those that name no type. */
export function typesOf(filters: readonly string[]): string[] {
  refuseUnknownTypes('types', filters)
  return [...new Set(filters)]
}

/** Returns a text of the account. Refuses characters that no line of text has. */
export function descriptionOf(text: string): string {
  if (/\p{Cc}/u.test(text)) {
    fail('invalid_input', { field: 'description', problem: 'must not contain control characters' })
  }
  return text
}
