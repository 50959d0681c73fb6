import { Refusal, resultTexts, type ResultCode } from '../model/result'
import type { Services } from '../sessions/services'
import { EPP } from '../xml/namespaces'
import { element, namespaceOf, optionalText, writeXml, type Markup } from '../xml/write'

/** An answer to a command (RFC 5730 section 2.6). */
export interface Response {
  readonly code: ResultCode
  readonly msgQ?: Markup | undefined
  readonly resData?: Markup | undefined
  readonly extensions?: readonly Markup[] | undefined
  /** Elements in namespaces that the login did not name, for a client that reads them in the result (RFC 9038). */
  readonly unhandled?: readonly Markup[] | undefined
  /** The refusal, when the command was refused. */
  readonly refusal?: Refusal | undefined
  readonly clTRID: string | undefined
  readonly svTRID: string
}

export function writeResponse({
  code,
  msgQ,
  resData,
  extensions = [],
  unhandled = [],
  refusal,
  clTRID,
  svTRID,
}: Response): string {
  return writeXml(
    element('epp', { xmlns: EPP }, [
      element('response', {}, [
        element('result', { code: String(code) }, [
          element('msg', {}, resultTexts[code]),
          refusal?.reason === undefined ? undefined : extValue(refusal.reason, refusal.offender),
          ...unhandled.map(unhandledValue),
        ]),
        msgQ,
        resData && element('resData', {}, [resData]),
        extensions.length > 0 ? element('extension', {}, extensions) : undefined,
        element('trID', {}, [optionalText('clTRID', clTRID), element('svTRID', {}, svTRID)]),
      ]),
    ]),
  )
}

/** The greeting (RFC 5730 section 2.4); its data collection policy: data are for provisioning and are public. */
export function writeGreeting(serverId: string, services: Services, now: Date): string {
  return writeXml(
    element('epp', { xmlns: EPP }, [
      element('greeting', {}, [
        element('svID', {}, serverId),
        element('svDate', {}, now.toISOString()),
        element('svcMenu', {}, [
          element('version', {}, '1.0'),
          element('lang', {}, 'en'),
          ...services.objects.map((uri) => element('objURI', {}, uri)),
          services.extensions.length > 0
            ? element(
                'svcExtension',
                {},
                services.extensions.map((uri) => element('extURI', {}, uri)),
              )
            : undefined,
        ]),
        element('dcp', {}, [
          element('access', {}, [element('all')]),
          element('statement', {}, [
            element('purpose', {}, [element('prov')]),
            element('recipient', {}, [element('public')]),
            element('retention', {}, [element('stated')]),
          ]),
        ]),
      ]),
    ]),
  )
}

/** The element as it would be in its own place (RFC 9038 section 3). */
function unhandledValue(markup: Markup): Markup {
  const reason = `${namespaceOf(markup)} not in login services`
  return element('extValue', {}, [element('value', {}, [markup]), element('reason', {}, reason)])
}

/** RFC 5730 requires the offending element in `value`; `<epp>` when there is no single one. */
function extValue(reason: string, offender: Refusal['offender']): Markup {
  const { ns, local, text } = offender ?? { ns: EPP, local: 'epp', text: '' }
  const value =
    ns === '' ? element(local, { xmlns: '' }, text) : element(`refused:${local}`, { 'xmlns:refused': ns }, text)
  return element('extValue', {}, [element('value', {}, [value]), element('reason', {}, reason)])
}
