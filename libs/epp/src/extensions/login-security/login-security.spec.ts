import { dataOf, itPrints } from '../../../test/golden'
import { encodeCommand } from '../../command'
import { LOGIN_SECURITY } from '../../namespaces'
import { redact } from '../../redact'
import { secureLogin } from './login'

const services = { lang: 'en', objURIs: ['urn:ietf:params:xml:ns:domain-1.0'], extURIs: [LOGIN_SECURITY] }
const long = 'this is a long password not accepted before'
const login = secureLogin({ clID: 'nameyard', pw: long, newPW: `${long}!` }, services, { app: 'Nameyard' })

describe('secureLogin', () => {
  itPrints({
    'extensions/login-security/login': login,
    'extensions/login-security/login-least': secureLogin({ clID: 'nameyard', pw: 'foo-BAR2' }, services, {
      app: 'Nameyard',
      tech: 'Node.js',
    }),
  })

  it('shows no password in a transcript', () => {
    expect(redact(encodeCommand(login, 'op-0001-1'))).not.toContain('password')
  })

  it('reads the security events of the server', () => {
    expect(dataOf(login, 'extensions/login-security/login').securityEvents).toEqual([
      {
        type: 'password',
        level: 'warning',
        name: undefined,
        exDate: new Date('2026-12-01T00:00:00Z'),
        value: undefined,
        text: 'Password expires in a week',
      },
      {
        type: 'stat',
        level: 'error',
        name: 'failedLogins',
        exDate: undefined,
        value: '100',
        text: 'Too many invalid logins',
      },
    ])
    expect(dataOf(login, 'session/login').securityEvents).toEqual([])
  })

  it('refuses less than six characters', () => {
    expect(() => secureLogin({ clID: 'nameyard', pw: 'short' }, services, { app: 'Nameyard' })).toThrow('pw')
  })
})
