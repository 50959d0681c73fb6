import type { SessionCommands } from '../../protocol/command'
import { LOGIN_SEC } from '../../xml/namespaces'
import { login } from './login'
import { logout } from './logout'

/** The commands that work without a session, or check themselves whether there is one. */
export const sessionCommands: SessionCommands = {
  login: { run: login, extensions: [LOGIN_SEC] },
  logout: { run: logout },
}
