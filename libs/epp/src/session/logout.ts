import type { Command } from '../command'
import { EPP } from '../namespaces'
import { elementsOf } from '../xml'

/** Ends a session; the server answers 1500 and closes the connection (RFC 5730 section 2.9.1.2). */
export const logout: Command<undefined> = {
  name: 'session:logout',
  verb: elementsOf(EPP)('logout'),
  decode: () => undefined,
}
