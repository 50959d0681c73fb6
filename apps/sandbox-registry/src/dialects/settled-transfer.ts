import { findDomain, type Domain } from '../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../objects/own-data.store'
import { findTransfer } from '../objects/transfer.store'
import type { ObjectContext } from '../protocol/command'

/** Keeps what a transfer changes beyond the sponsor, until it is approved. */
export async function keepUntilApproved(name: string, taken: object, { db }: Pick<ObjectContext, 'db'>): Promise<void> {
  await putOwnOfDomain(db, name, { ...(await findOwnOfDomain(db, name)), taken })
}

/** Makes those changes of transfers that were approved since. `registrar` is the new sponsor. */
export async function settleTransfers<Taken extends object>(
  names: readonly string[],
  { db, now }: Pick<ObjectContext, 'db' | 'now'>,
  takeOver: (
    domain: Domain,
    taken: Taken,
    context: Pick<ObjectContext, 'db' | 'now' | 'registrar'>,
  ) => Promise<unknown>,
): Promise<void> {
  for (const name of names) {
    const { taken, ...own } = await findOwnOfDomain(db, name)
    const transfer = taken === undefined ? undefined : await findTransfer(db, name)
    if (!transfer || transfer.status === 'pending') continue
    await putOwnOfDomain(db, name, own)
    const domain = await findDomain(db, name)
    if (domain?.sponsor === transfer.requestedBy)
      await takeOver(domain, taken as Taken, { db, now, registrar: transfer.requestedBy })
  }
}
