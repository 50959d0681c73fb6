import { Controller } from '@nestjs/common'
import { findActors } from '@nameyard/contracts/access/find-actors'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'

type FoundActor = Result<typeof findActors>['actors'][number]

/** The contacts that a test treats differently, by id; undefined for one who may not use the API any more. */
export const actors = new Map<number, Partial<FoundActor> | undefined>()

/** Whether the customers service does not answer. */
export const outage = { isOn: false }

/** Answers of the customers service that a test holds back. */
export const answers = {
  released: Promise.resolve(),
  /** Holds back the answers from now on. Returns what releases them. */
  hold(): () => void {
    let release = () => undefined as void
    this.released = new Promise((resolve) => (release = resolve))
    return release
  },
}

/** Replaces the customers service. Each account has one contact, with its number, who is its administrator. */
@Controller()
export class ActorsStandIn {
  @Handles(findActors)
  async execute({ bearers }: Input<typeof findActors>): Promise<Result<typeof findActors>> {
    if (outage.isOn) fail('service_unavailable')
    await answers.released
    const usual = ({ contactId, keyId }: (typeof bearers)[number]): FoundActor => ({
      contactId,
      ...(keyId !== undefined && { keyId }),
      resellerId: contactId,
      username: 'tester',
      scope: [...everyRight],
      role: 'admin',
    })
    return {
      actors: bearers.flatMap((bearer) => {
        const special = actors.get(bearer.contactId)
        return actors.has(bearer.contactId) && !special ? [] : { ...usual(bearer), ...special }
      }),
    }
  }
}
