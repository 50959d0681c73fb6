import { writeMaintenance, writeMaintenanceList } from '../../lifecycle/maintenance-notice'
import { findMaintenance, listMaintenances } from '../../objects/maintenance.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { empty, Fields, refuseValue, token, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'

/** Lists what is planned or running, or shows one maintenance (RFC 9167 section 4.1.3). 2303 for an unknown one. */
export async function infoMaintenance(payload: Element, { db, now }: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const idField = fields.optional('id')
  const list = fields.optional('list')
  fields.end()
  if ((idField === undefined) === (list === undefined)) throw unexpected(payload, 'an info has <id> or <list>')
  if (list) {
    empty(list)
    return { code: 1000, resData: writeMaintenanceList(await listMaintenances(db, now)) }
  }
  const maintenance = await findMaintenance(db, token(idField!, [1, 255]))
  if (!maintenance) throw refuseValue(idField!, 2303, 'there is no such maintenance')
  return { code: 1000, resData: writeMaintenance(maintenance) }
}
