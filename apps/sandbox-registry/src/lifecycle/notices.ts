import { writeChange, type RegistryChange } from '../extensions/change-poll'
import { domainStatuses, type DeletedState } from '../model/domain-status'
import { resultTexts } from '../model/result'
import type { Domain } from '../objects/domain.store'
import type { Notice } from '../objects/poll-message.store'
import type { Transfer } from '../objects/transfer.store'
import { DOMAIN, EPP, RGP } from '../xml/namespaces'
import { element, optionalText, type Markup } from '../xml/write'

const texts: Readonly<Record<Transfer['status'], string>> = {
  pending: 'Transfer requested.',
  clientApproved: 'Transfer approved.',
  clientRejected: 'Transfer rejected.',
  clientCancelled: 'Transfer cancelled.',
  serverApproved: 'Transfer approved by the registry.',
  serverCancelled: 'Transfer cancelled by the registry.',
}

/** The `trnData` of a transfer, for answers and poll messages (RFC 5731 section 3.1.3). */
export function writeTransfer(transfer: Transfer): Markup {
  return element('domain:trnData', { 'xmlns:domain': DOMAIN }, [
    element('domain:name', {}, transfer.domain),
    element('domain:trStatus', {}, transfer.status),
    element('domain:reID', {}, transfer.requestedBy),
    element('domain:reDate', {}, transfer.requestedAt.toISOString()),
    element('domain:acID', {}, transfer.acting),
    element('domain:acDate', {}, transfer.actsAt.toISOString()),
    optionalText('domain:exDate', transfer.expiresAt?.toISOString()),
  ])
}

/** Informs a registrar about the state of a transfer. */
export function transferNotice(registrar: string, transfer: Transfer, at: Date): Notice {
  return { registrar, at, text: texts[transfer.status], resData: writeTransfer(transfer) }
}

/** The outcome of a command that was answered 1001 (RFC 5731 section 3.3), with what a registry says about it beyond. */
export function pendingActionNotice(
  registrar: string,
  action: { domain: string; isDone: boolean; clTRID: string | null; svTRID: string; at: Date; text: string },
  extension?: Markup,
): Notice {
  return {
    registrar,
    at: action.at,
    text: action.text,
    ...(extension && { extension }),
    resData: element('domain:panData', { 'xmlns:domain': DOMAIN }, [
      element('domain:name', { paResult: action.isDone ? '1' : '0' }, action.domain),
      element('domain:paTRID', {}, [optionalText('clTRID', action.clTRID), element('svTRID', {}, action.svTRID)]),
      element('domain:paDate', {}, action.at.toISOString()),
    ]),
  }
}

/** The outcome in the form of registries that send a copy of the late answer, in a namespace of their own. */
export function lateAnswerNotice(
  ns: string,
  registrar: string,
  { isDone, clTRID, svTRID, at, text }: Parameters<typeof pendingActionNotice>[1],
): Notice {
  const code = isDone ? 1000 : 2308
  const response = element('response', {}, [
    element('result', { code: String(code) }, [element('msg', {}, resultTexts[code])]),
    element('trID', {}, [optionalText('clTRID', clTRID), element('svTRID', {}, svTRID)]),
  ])
  const data = element('message:data', {}, [element('epp', { xmlns: EPP }, [response])])
  const resData = element('message:message', { 'xmlns:message': ns, type: 'response-copy' }, [
    element('message:desc', {}, text),
    data,
  ])
  return { registrar, at, text, resData }
}

/** Informs the sponsor that the registry has renewed its domain. */
export function autoRenewNotice(
  { name, sponsor }: Pick<Domain, 'name' | 'sponsor'>,
  expiresAt: Date,
  at: Date,
): Notice {
  return {
    registrar: sponsor,
    at,
    text: 'Domain renewed by the registry.',
    resData: element('domain:renData', { 'xmlns:domain': DOMAIN }, [
      element('domain:name', {}, name),
      element('domain:exDate', {}, expiresAt.toISOString()),
    ]),
  }
}

/** Informs the sponsor that the registry has changed its domain. */
export function serverChangeNotice(domain: Domain, change: RegistryChange): Notice {
  return {
    registrar: domain.sponsor,
    at: change.at,
    text: 'Registry-initiated update of a domain.',
    resData: writeState(domain),
    extension: writeChange(change),
  }
}

/** Informs the sponsor about the RGP status of a deleted domain (RFC 3915 section 4.1.2). */
export function rgpNotice(domain: Domain, state: DeletedState, text: string, at: Date): Notice {
  return {
    registrar: domain.sponsor,
    at,
    text,
    resData: writeState(domain),
    extension: element('rgp:infData', { 'xmlns:rgp': RGP }, [element('rgp:rgpStatus', { s: state })]),
  }
}

function writeState(domain: Domain): Markup {
  return element('domain:infData', { 'xmlns:domain': DOMAIN }, [
    element('domain:name', {}, domain.name),
    element('domain:roid', {}, domain.roid),
    ...domainStatuses(domain).map((s) => element('domain:status', { s })),
    element('domain:clID', {}, domain.sponsor),
  ])
}
