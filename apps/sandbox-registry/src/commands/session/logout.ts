import { Refusal } from '../../model/result'
import type { Answer, CommandContext } from '../../protocol/command'
import { empty } from '../../xml/fields'
import type { Element } from '../../xml/read'

/** Ends the session; the server closes the connection after the answer (RFC 5730 section 2.9.1.2). */
export async function logout(payload: Element, { session }: CommandContext): Promise<Answer> {
  empty(payload)
  if (!session.login) throw new Refusal(2002, 'the session is not logged in')
  return { code: 1500 }
}
