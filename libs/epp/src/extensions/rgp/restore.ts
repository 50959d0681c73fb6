import type { Command } from '../../command'
import { label } from '../../constraints'
import { DOMAIN, EPP, RGP } from '../../namespaces'
import { elementsOf, type XmlElement } from '../../xml'
import { decodeGraceStatuses, type GraceStatuses } from './grace-statuses'

const domain = elementsOf(DOMAIN)
const rgp = elementsOf(RGP)

/** What a registrar declares when a domain is restored (RFC 3915 section 4.2.5). */
export interface RestoreReport {
  /** Registration data before the deletion and after the restore, in words. */
  readonly preData: string
  readonly postData: string
  readonly delTime: Date
  readonly resTime: Date
  readonly resReason: string
  /** One or two: that the domain is not restored for the registrar's own use, and that all this is true. */
  readonly statements: readonly [string] | readonly [string, string]
  readonly other?: string | undefined
}

/** Asks that a domain in its redemption period live again; a report must follow where the registry wants one. */
export function requestRestore(name: string): Command<GraceStatuses> {
  return restore('request', name)
}

/** Hands in the report of a restore. Until then the domain is pendingRestore, and falls back into redemption without. */
export function reportRestore(name: string, report: RestoreReport): Command<GraceStatuses> {
  return restore(
    'report',
    name,
    rgp('report', [
      rgp('preData', report.preData),
      rgp('postData', report.postData),
      rgp('delTime', report.delTime.toISOString()),
      rgp('resTime', report.resTime.toISOString()),
      rgp('resReason', report.resReason),
      ...report.statements.map((statement) => rgp('statement', statement)),
      report.other === undefined ? undefined : rgp('other', report.other),
    ]),
  )
}

function restore(op: 'request' | 'report', name: string, report?: XmlElement): Command<GraceStatuses> {
  // An empty chg, as RFC 3915 prints it: there are registries that refuse an update without any container.
  const payload = domain('update', [domain('name', label('name', name)), domain('chg')])
  return {
    name: `domain:restore-${op}`,
    verb: elementsOf(EPP)('update', [payload]),
    extension: [rgp('update', [rgp('restore', [report], { op })])],
    decode: decodeGraceStatuses,
  }
}
