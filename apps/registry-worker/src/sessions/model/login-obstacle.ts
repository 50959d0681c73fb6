import { InvalidValue } from '@nameyard/epp/constraints'
import { meaningOf } from '@nameyard/epp/result-code'
import { LoginRefused, OutcomeUnknown } from '@nameyard/epp/transport-errors'

/** Why a session cannot be opened: the step that failed, and a sentence for an operator. */
export interface LoginObstacle {
  readonly step: 'session' | 'connection' | 'greeting' | 'login' | 'services'
  readonly text: string
}

/** The address to which a login was tried. */
export interface Peer {
  readonly host: string
  readonly port: number
  readonly clientId: string
}

/** Reads the error of a login. The message says what would have to be changed, in the settings or at the registry. */
export function loginObstacle(error: Error, peer: Peer): LoginObstacle {
  if (error instanceof LoginRefused) return { step: 'login', text: refusal(error, peer.clientId) }
  if (error instanceof OutcomeUnknown)
    return { step: 'login', text: `The registry did not answer the login: ${error.message}.` }
  if (error instanceof InvalidValue)
    return { step: 'login', text: `EPP does not allow our password or identifier: ${error.message}.` }
  if (error.message.startsWith('no session: ')) {
    const why = error.message.replace('no session: the server ', '')
    return { step: 'services', text: `No session is possible: the registry ${why}.` }
  }
  if (error.message.startsWith('no greeting: '))
    return { step: 'greeting', text: `The server sent no EPP greeting: ${error.message.replace('no greeting: ', '')}.` }
  return { step: 'connection', text: noConnection(error.cause instanceof Error ? error.cause : error, peer) }
}

function refusal({ answer, message }: LoginRefused, clientId: string): string {
  const [{ code }] = answer.results
  const said = message.replace('login refused: ', '')
  const { class: kind } = meaningOf(code)
  if (kind === 'login')
    return `The registry refuses our login (${said}): the password or the identifier ${clientId} is wrong, or it locked the account.`
  if (kind === 'limit') return `The registry has too many sessions of ours (${said}): lower maxSessions.`
  if (kind === 'failed') return `The registry failed to log us in (${said}): try again later.`
  return `The registry refuses our login (${said}).`
}

function noConnection(cause: Error & { code?: string }, { host, port }: Peer): string {
  const { code = '', message } = cause
  const known: Readonly<Record<string, string>> = {
    ENOTFOUND: `The name ${host} is not in the DNS.`,
    EAI_AGAIN: `The name ${host} cannot be looked up: our resolver does not answer.`,
    ECONNREFUSED: `Nothing accepts connections at ${host}, port ${port}: the address is wrong, or a firewall refuses ours.`,
    EHOSTUNREACH: `There is no route to ${host}.`,
    ENETUNREACH: `There is no route to ${host}.`,
    ERR_TLS_CERT_ALTNAME_INVALID: `The certificate of the server is not for ${host}: set servername to a name that it has (${message}).`,
    EADDRNOTAVAIL: `localAddress is not an address of this machine (${message}).`,
    CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
    CERT_NOT_YET_VALID: 'The certificate of the server is not valid yet: check our clock.',
  }
  if (known[code] !== undefined) return known[code]
  if (/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/.test(code))
    return `The certificate of the server is signed by an authority that is not in caFile (${message}).`
  if (code.startsWith('ERR_OSSL'))
    return `Our certificate or key cannot be read: check keyFile and keyPassphraseFile (${message}).`
  if (/alert|handshake/i.test(message) || code.startsWith('ERR_SSL'))
    return `The server ends the TLS handshake: it may require a client certificate, or does not accept ours (${message}).`
  if (code === 'ECONNRESET' || message === 'the server closed the connection')
    return `The server closed the connection: it may not allow our address, or not accept our client certificate (${message}).`
  if (/^no (TLS session|answer) after/.test(message))
    return `There is no answer from ${host}, port ${port}: a firewall may drop our address (${message}).`
  return `There is no connection to ${host}, port ${port}: ${message}.`
}
