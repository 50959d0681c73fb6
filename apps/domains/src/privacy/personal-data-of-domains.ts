import { Controller } from '@nestjs/common'
import { personalDataOfDomains } from '@nameyard/contracts/domains/personal-data-of-domains'
import type { Input, Result } from '@nameyard/contracts/operation'
import type { PersonalData } from '@nameyard/contracts/privacy/personal-data'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { changesOfContact, domainsOfCustomer, DOMAINS_OF_PAGE } from './person.store'

type Rows = PersonalData[string]

/** Returns what this service has about a person, for an export. */
@Controller()
export class PersonalDataOfDomains {
  constructor(private readonly database: Database) {}

  @Handles(personalDataOfDomains)
  async execute({
    subject,
    after,
  }: Input<typeof personalDataOfDomains>): Promise<Result<typeof personalDataOfDomains>> {
    if (subject.kind === 'contact') {
      const changes = await this.database.read(changesOfContact, { username: subject.username })
      return { data: { changes_of_domains: changes.map(({ change }) => change) as Rows }, next: null }
    }
    const { resellerId, handle } = subject
    const rows = await this.database.read(domainsOfCustomer, { resellerId, handle, after })
    return {
      data: { domains: rows.map(({ domain }) => domain) as Rows },
      next: rows.length === DOMAINS_OF_PAGE ? rows.at(-1)!.id : null,
    }
  }
}
