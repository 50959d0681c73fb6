import { ipVersion } from '../../model/address'
import { Refusal } from '../../model/result'
import { Fields, token } from '../../xml/fields'
import { HOST } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, optionalText } from '../../xml/write'
import type { Answer, ObjectContext } from '../command'
import { objectStatuses } from '../statuses'
import { findHost } from './host.store'

/** Shows a host to whoever asks: hosts are published in the DNS anyway (RFC 5732 section 3.1.2). */
export async function infoHost(payload: Element, { db }: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const name = token(fields.required('name'), [1, 255]).toLowerCase()
  fields.end()
  const host = await findHost(db, name)
  if (!host) throw new Refusal(2303, 'the host does not exist', { ns: HOST, local: 'name', text: name })
  return {
    code: 1000,
    resData: element('host:infData', { 'xmlns:host': HOST }, [
      element('host:name', {}, host.name),
      element('host:roid', {}, host.roid),
      ...objectStatuses(host).map((s) => element('host:status', { s })),
      ...host.addresses.map((address) => element('host:addr', { ip: ipVersion(address) }, address)),
      element('host:clID', {}, host.sponsor),
      element('host:crID', {}, host.createdBy),
      element('host:crDate', {}, host.createdAt.toISOString()),
      optionalText('host:upID', host.updatedBy),
      optionalText('host:upDate', host.updatedAt?.toISOString()),
    ]),
  }
}
