import { Controller } from '@nestjs/common'
import { personalDataOfZones } from '@nameyard/contracts/dns/personal-data-of-zones'
import type { Input, Result } from '@nameyard/contracts/operation'
import type { PersonalData } from '@nameyard/contracts/privacy/personal-data'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { changesOfContact, linksOfContact } from './person.store'

type Rows = PersonalData[string]

/** Returns what this service has about a person, for an export. A customer of domains is not named in zones. */
@Controller()
export class PersonalDataOfZones {
  constructor(private readonly database: Database) {}

  @Handles(personalDataOfZones)
  async execute({ subject }: Input<typeof personalDataOfZones>): Promise<Result<typeof personalDataOfZones>> {
    if (subject.kind === 'customer') return { data: {} }
    const { contactId } = subject
    const [changes, links] = await Promise.all([
      this.database.read(changesOfContact, { contactId }),
      this.database.read(linksOfContact, { contactId }),
    ])
    return {
      data: {
        changes_of_zones: changes.map(({ change }) => change) as Rows,
        links_to_zones: links.map(({ link }) => link) as Rows,
      },
    }
  }
}
