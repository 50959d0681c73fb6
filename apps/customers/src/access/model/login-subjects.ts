import { createHash } from 'node:crypto'
import { clientNetwork } from '@nameyard/names/ip-address'

/** What failed logins are counted for. A username is stored as its SHA-256: people type passwords into the name field. */
export interface LoginSubjects {
  readonly network: string
  /** The username from this network: the wait grows with each failure. Its prefix is known to `login.failure`. */
  readonly pair: string
  /** The network with any username. */
  readonly address: string
  /** The username from all networks that never logged in with it. */
  readonly name: string
}

/** Returns the subjects of a login. */
export function loginSubjects(username: string, address: string | undefined): LoginSubjects {
  const network = clientNetwork(address)
  const hash = createHash('sha256').update(username).digest('hex')
  return { network, pair: `pair ${hash} ${network}`, address: `address ${network}`, name: `name ${hash}` }
}

/** Returns the subject of a contact who proves the own password with a valid token. Strangers cannot add failures to it. */
export function ownPasswordSubject(contactId: number, address: string | undefined): string {
  return `pair own ${contactId} ${clientNetwork(address)}`
}

/** Returns the subjects of requests for a password reset: the username from this network, and the network. */
export function resetSubjects(username: string, address: string | undefined): readonly string[] {
  const { pair, network } = loginSubjects(username, address)
  return [pair.replace('pair ', 'pair reset '), `address reset ${network}`]
}
