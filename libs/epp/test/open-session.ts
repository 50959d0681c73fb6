import { EppConnection, type EppConnectionOptions, type SessionEnd } from '../src/connection'
import { admit, scriptedServer, type Peer, type ScriptedServer } from './scripted-peer'

let server: ScriptedServer | undefined
let session: EppConnection | undefined

afterEach(async () => {
  session?.close()
  await server?.close()
  session = server = undefined
})

/** Long enough for a busy machine; tests of time-outs use a shorter one. */
const patience = { connectMs: 10_000, answerMs: 10_000 }

/** Opens a session with a server that follows the script; both end with the test. */
export async function open(script: (peer: Peer) => Promise<void>, options: Partial<EppConnectionOptions> = {}) {
  server = await scriptedServer(script)
  session = await EppConnection.open({
    host: '127.0.0.1',
    port: server.port,
    clientId: 'nameyard',
    password: 'login-SECRET',
    objURIs: ['urn:ietf:params:xml:ns:domain-1.0'],
    extURIs: ['urn:ietf:params:xml:ns:rgp-1.0', 'urn:ietf:params:xml:ns:epp:fee-1.0'],
    timeouts: patience,
    ...options,
    tls: { ca: server.ca, servername: 'registry.example', ...options.tls },
  })
  return session
}

/** Accepts the login and lets `reply` answer the first command. */
export const afterLogin = (reply: (peer: Peer, clTRID: string) => void) => async (peer: Peer) => {
  await admit(peer)
  const { clTRID } = await peer.next()
  reply(peer, clTRID)
}

/** Returns the error of a rejected promise; throws when it resolves. */
export const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: unknown) => error,
  )

export const endOf = (connection: EppConnection) => new Promise<SessionEnd>((resolve) => connection.onClose(resolve))

/** Accepts the login, then stays silent. */
export async function admitAndWait(peer: Peer): Promise<void> {
  await admit(peer)
}
