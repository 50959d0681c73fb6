import { ipVersion } from '../../model/address'
import { Refusal } from '../../model/result'
import { findHost } from '../../objects/host.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { objectStatuses } from '../../protocol/statuses'
import { Fields, token } from '../../xml/fields'
import { HOST } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, optionalText } from '../../xml/write'

/** Shows a host to any client: hosts are public in the DNS anyway (RFC 5732 section 3.1.2). */
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
