import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { versionIn } from '../versions/version-in'
import { readSince } from '../versions/version.store'
import type { ChangeAnswer, ChangeAsked } from './evaluate-change'
import { ZoneChanges } from './zone-changes'

/** Gives zones the records of one of their earlier versions again. */
@Injectable()
export class VersionRestores {
  constructor(private readonly changes: ZoneChanges) {}

  /** The records were valid together when the version was made, so they are not validated again. */
  make(call: Call, asked: ChangeAsked, version: number): Promise<ChangeAnswer> {
    const { apex } = asked
    return this.changes.make(call, asked, async (_, tx) => {
      const [since] = await tx.query(readSince, { resellerId: resellerOf(call), name: apex, version })
      if (since === undefined || since.zones === 0) return fail('zone_not_found')
      return { records: versionIn(since, version, apex).records, moved: [] }
    })
  }
}
