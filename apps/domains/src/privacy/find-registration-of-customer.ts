import { Controller } from '@nestjs/common'
import { findRegistrationOfCustomer } from '@nameyard/contracts/domains/find-registration-of-customer'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { registrationEnd } from './person.store'

/** Returns when the last domain of a customer ended, for the service that keeps the customer's data until the duty ends. */
@Controller()
export class FindRegistrationOfCustomer {
  constructor(private readonly database: Database) {}

  @Handles(findRegistrationOfCustomer)
  async execute(input: Input<typeof findRegistrationOfCustomer>): Promise<Result<typeof findRegistrationOfCustomer>> {
    const [found] = await this.database.read(registrationEnd, input)
    return { endedAt: found!.endedAt?.toISOString() ?? null }
  }
}
