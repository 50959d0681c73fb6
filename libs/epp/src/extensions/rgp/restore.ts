import type { Command } from '../../command'
import { label } from '../../constraints'
import { DOMAIN, EPP, RGP } from '../../namespaces'
import { elementsOf, type XmlElement } from '../../xml'
import { decodeGraceStatuses, type GraceStatuses } from './grace-statuses'

const domain = elementsOf(DOMAIN)
const rgp = elementsOf(RGP)

/** The restore report of a registrar (RFC 3915 section 4.2.5). */
export interface RestoreReport {
  /** Registration data before the deletion and after the restore, in words. */
  readonly preData: string
  readonly postData: string
  readonly delTime: Date
  readonly resTime: Date
  readonly resReason: string
  /** One or two statements: that the restore is not for the registrar's own use, and that the report is true. */
  readonly statements: readonly [string] | readonly [string, string]
  readonly other?: string | undefined
}

/** Requests the restore of a domain in its redemption period; some registries then require a report. */
export function requestRestore(name: string): Command<GraceStatuses> {
  return restore('request', name)
}

/** Sends the restore report. Until then the domain is pendingRestore; without it, it falls back to redemptionPeriod. */
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
  // An empty chg, as in RFC 3915: some registries refuse an update without any container.
  const payload = domain('update', [domain('name', label('name', name)), domain('chg')])
  return {
    name: `domain:restore-${op}`,
    verb: elementsOf(EPP)('update', [payload]),
    extension: [rgp('update', [rgp('restore', [report], { op })])],
    decode: decodeGraceStatuses,
  }
}
