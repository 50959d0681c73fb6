import { Inject, Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { findArchived, type ArchivedMonth } from './archive.store'
import { exportEntries, findChain, type ExportedEntry } from './entry.store'
import { findHead } from './head.store'
import { signedHead } from './signed-head'
import { WhenEventsArrive } from './when-events-arrive'

/** Exports trails in a form that anybody can verify (docs/audit.md). */
@Injectable()
export class TrailExport {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly arriving: WhenEventsArrive,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Returns a page of the trail of an account, oldest first, with the stored head and one that is signed now. */
  async page(account: number, { after, limit }: { readonly after: number; readonly limit: number }) {
    await this.arriving.run()
    const [[chain], [stored], rows] = await Promise.all([
      this.database.read(findChain, { account }),
      this.database.read(findHead, { account }),
      this.database.read(exportEntries, { account, after, limit: limit + 1 }),
    ])
    const page = rows.slice(0, limit)
    // Read after the entries: a month that was archived between the two statements is on one side only.
    const archived = (await this.database.read(findArchived, { account, after })).filter(
      ({ lastSeq }) => page.length === 0 || lastSeq < page[0]!.seq,
    )
    const next = rows.length > limit ? page.at(-1)!.seq : null
    const lines = [
      ...archived.map((month) => JSON.stringify(archivedLine(month))),
      ...(stored ? [stored.line] : []),
      ...(chain ? [JSON.stringify(this.head(chain))] : []),
      ...page.map((entry) => JSON.stringify(lineOf(entry))),
      ...(next === null ? [] : [JSON.stringify({ type: 'next', after: next })]),
    ]
    return { ndjson: lines.map((line) => `${line}\n`).join(''), next_after: next }
  }

  private head(chain: { account: number; seq: number; hash: Buffer }) {
    return signedHead({ ...chain, at: this.clock.machineNow() }, this.config.AUDIT_SIGNING_KEY)
  }
}

/** An archived month as a line: where its file begins and ends in the chain. */
function archivedLine({ account, month, firstSeq, lastSeq, firstHash, lastHash, entries }: ArchivedMonth) {
  return {
    type: 'archived',
    account,
    month,
    first_seq: firstSeq,
    last_seq: lastSeq,
    first_hash: firstHash.toString('hex'),
    last_hash: lastHash.toString('hex'),
    entries,
  }
}

/** An entry as a line. A personal value that is erased is absent; the body still has its digest. */
function lineOf({ body, hash, nameSalt, name, addressSalt, address }: ExportedEntry) {
  const personal = {
    ...(nameSalt && { name: { salt: nameSalt.toString('hex'), value: name } }),
    ...(addressSalt && { address: { salt: addressSalt.toString('hex'), value: address } }),
  }
  return { type: 'entry', body, hash: hash.toString('hex'), personal }
}
