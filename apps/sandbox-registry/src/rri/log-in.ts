import type { ClientBase } from 'pg'
import { isPassword } from '../sessions/password'
import { findRegistrar } from '../sessions/registrar.store'
import type { Session } from '../sessions/session'
import type { SessionPolicy } from '../sessions/session-policy.store'
import { one } from './command'
import { RriRefusal } from './refusal'
import type { Fields } from './text'

/** The login of a RegAcc: `DENIC-1000001-RRI`. */
const user = /^(DENIC-\d{1,7})-RRI$/

/** Opens a session. Refuses a wrong user or password, and a session beyond the limit. */
export async function logIn(
  fields: Fields,
  db: ClientBase,
  session: Session,
  { maxSessions }: SessionPolicy,
): Promise<void> {
  if (session.login) throw new RriRefusal('semantics', 'the session is logged in')
  const [, regAcc = ''] = user.exec(one(fields, 'user')) ?? []
  const registrar = await findRegistrar(db, regAcc)
  if (!registrar || !(await isPassword(one(fields, 'password'), registrar.passwordHash))) throw new RriRefusal('login')
  if (!session.endpoint.sessions.acquire(regAcc, maxSessions)) throw new RriRefusal('sessions')
  session.login = { registrar: regAcc, objectServices: new Set(), extensions: new Set() }
}
