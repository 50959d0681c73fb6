import { Injectable } from '@nestjs/common'
import type { RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import { Clock } from '@nameyard/runtime/clock'
import type { ReadNames } from '../operations/driver'
import { inTurn } from '../operations/in-turn'
import type { RriAccount } from '../registries/registry'
import { DomainTerms } from './domain-term.store'
import { textOfErrors } from './protocol/answer'
import { codeOf } from './protocol/numbers'
import { infoDomain } from './protocol/requests'
import { isBilled } from './rri-exchange'
import { RriSessions } from './rri-sessions'
import { holderIn, registeredOf } from './state/registered'
import { readDomain } from './state/seen'

type Found = ReadNames['domains'][number] & { readonly holder?: RegisteredContact | undefined }

const OBJECT_DOES_NOT_EXIST = 2303

/** Reads domains with their holders by INFO. DENIC has no list of the domains of a registrar. */
@Injectable()
export class RriPortfolio {
  constructor(
    private readonly sessions: RriSessions,
    private readonly terms: DomainTerms,
    private readonly clock: Clock,
  ) {}

  async read(account: RriAccount, names: readonly string[], until: number): Promise<ReadNames> {
    const found = await inTurn(names, (name) => this.domain(account, name, until))
    const holders = new Map(found.flatMap(({ holder }) => (holder ? [[holder.id, holder] as const] : [])))
    return { domains: found.map(({ holder: _, ...read }) => read), contacts: [...holders.values()] }
  }

  private async domain(account: RriAccount, name: string, until: number): Promise<Found> {
    const { account: ours, registrarId } = account
    try {
      const answer = await this.sessions.of(ours).work.withSession((session) => {
        if (this.clock.machineMs() > until) throw new Error('the deadline of the request has passed')
        return session.transact(infoDomain(name))
      }, true)
      if (answer.result !== 'success')
        return codeOf(answer) === OBJECT_DOES_NOT_EXIST
          ? { name, presence: 'missing' }
          : { name, presence: 'unreadable', reason: textOfErrors(answer) }
      const seen = readDomain(answer)
      if (seen.domain.clID !== registrarId) return { name, presence: 'foreign' }
      const expiresAt = await this.terms.endOf(ours, name, isBilled(seen))
      return { name, presence: 'ours', domain: registeredOf(seen, expiresAt), holder: holderIn(answer) }
    } catch (error) {
      return { name, presence: 'unreadable', reason: (error as Error).message }
    }
  }
}
