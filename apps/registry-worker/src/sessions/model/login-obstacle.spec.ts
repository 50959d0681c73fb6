import { LoginRefused, NotSent, OutcomeUnknown } from '@nameyard/epp/transport-errors'
import { loginObstacle } from './login-obstacle'

const peer = { host: 'epp.example', port: 700, clientId: 'nameyard' }

const noConnection = (code: string, message = 'x') => {
  const cause = Object.assign(new Error(message), { code })
  return new NotSent(`no connection: ${message}`, { cause })
}
const refused = (code: 2200 | 2306 | 2400 | 2502) =>
  new LoginRefused({
    results: [{ code, msg: 'Refused', values: [] }],
    msgQ: undefined,
    resData: [],
    extension: [],
    clTRID: undefined,
    svTRID: 'x',
    frame: '',
  })

it.each([
  ['an unknown name', noConnection('ENOTFOUND'), 'connection', 'The name epp.example is not in the DNS'],
  ['a closed port', noConnection('ECONNREFUSED'), 'connection', 'Nothing accepts connections at epp.example, port 700'],
  ['a certificate for another name', noConnection('ERR_TLS_CERT_ALTNAME_INVALID'), 'connection', 'set servername'],
  ['an unknown authority', noConnection('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'connection', 'not in caFile'],
  ['a refused client certificate', noConnection('', 'tlsv13 alert certificate required'), 'connection', 'client cert'],
  ['an encrypted key', noConnection('ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED'), 'connection', 'keyPassphraseFile'],
  ['a strange local address', noConnection('EADDRNOTAVAIL'), 'connection', 'localAddress is not an address'],
  ['a silent address', noConnection('', 'no TLS session after 5000 ms'), 'connection', 'a firewall may drop'],
  ['a server that is not EPP', new NotSent('no greeting: not XML'), 'greeting', 'no EPP greeting'],
  ['a missing mapping', new NotSent('no session: the server does not offer urn:x'), 'services', 'not offer urn:x.'],
  ['a wrong password', refused(2200), 'login', 'the password or the identifier nameyard is wrong'],
  ['too many sessions', refused(2502), 'login', 'lower maxSessions'],
  ['a failing registry', refused(2400), 'login', 'try again later'],
  ['a policy', refused(2306), 'login', 'refuses our login (2306 Refused)'],
  ['a lost answer', new OutcomeUnknown('login: no answer', undefined), 'login', 'did not answer the login'],
])('explains %s', (_, error, step, text) => {
  expect(loginObstacle(error, peer)).toEqual({ step, text: expect.stringContaining(text) })
})
