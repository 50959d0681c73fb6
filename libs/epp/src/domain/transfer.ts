import { encodeAuthInfo, type AuthInfo } from '../auth-info'
import { type Command } from '../command'
import { label } from '../constraints'
import { ElementReader, ProtocolError } from '../element-reader'
import { DOMAIN, EPP } from '../namespaces'
import { type Answer } from '../response'
import { decodeTransfer, type TransferState } from '../transfer-state'
import { elementsOf } from '../xml'
import { encodePeriod, type Period } from './period'

const domain = elementsOf(DOMAIN)

/** A transfer of a domain, under way or over (RFC 5731 section 3.1.3). */
export interface DomainTransfer extends TransferState {
  readonly name: string
  /** When the registration will end if the transfer is carried out, where the transfer changes that. */
  readonly exDate: Date | undefined
}

export interface DomainToTransfer {
  readonly name: string
  readonly authInfo: AuthInfo
  /** By how much the transfer extends the registration. */
  readonly period?: Period | undefined
}

/**
 * Asks that a domain be ours (RFC 5731 section 3.2.4). Answered 1001 while its present registrar may still refuse, 1000
 * where the transfer is carried out at once.
 */
export function requestTransfer({ name, authInfo, period }: DomainToTransfer): Command<DomainTransfer | undefined> {
  return transferCommand('request', name, transferIn, { authInfo, period })
}

/** Asks how the last transfer of a domain stands. A registry tells it to the two registrars, or for the authInfo. */
export function queryTransfer(name: string, authInfo?: AuthInfo): Command<DomainTransfer> {
  const decode = (answer: Answer) => {
    const transfer = transferIn(answer)
    if (!transfer) throw new ProtocolError('the response has no <trnData>')
    return transfer
  }
  return transferCommand('query', name, decode, { authInfo })
}

/** Lets a domain go to the registrar who asked for it. */
export const approveTransfer = (name: string) => transferCommand('approve', name, transferIn)

/** Refuses to let a domain go. */
export const rejectTransfer = (name: string) => transferCommand('reject', name, transferIn)

/** Takes our own request back. */
export const cancelTransfer = (name: string) => transferCommand('cancel', name, transferIn)

function transferCommand<Data>(
  op: 'request' | 'query' | 'approve' | 'reject' | 'cancel',
  name: string,
  decode: (answer: Answer) => Data,
  { authInfo, period }: { authInfo?: AuthInfo | undefined; period?: Period | undefined } = {},
): Command<Data> {
  const payload = domain('transfer', [
    domain('name', label('name', name)),
    period && encodePeriod(period),
    authInfo && encodeAuthInfo(DOMAIN, authInfo),
  ])
  return { name: `domain:transfer-${op}`, verb: elementsOf(EPP)('transfer', [payload], { op }), decode }
}

/** The transfer in an answer or a poll message; not every registry tells it after approve, reject and cancel. */
function transferIn({ resData }: Answer): DomainTransfer | undefined {
  const element = resData.find(({ ns, local }) => ns === DOMAIN && local === 'trnData')
  if (!element) return undefined
  const trnData = new ElementReader(element)
  return { name: trnData.token('name'), ...decodeTransfer(trnData), exDate: trnData.optionalDate('exDate') }
}
