import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { judgeLostVerb } from './model/lost-verb'
import type { Verdict } from './model/verdict'
import { dataOfOwnCommand } from './own-command'
import { SingleChange } from './single-change'

/** Carries out a command that only the registry of the domain has. */
@Injectable()
export class CarryOutVerb implements Executor<'domain.verb'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly change: SingleChange,
  ) {}

  async execute(execution: Execution<'domain.verb'>): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { object, intent } = operation
    const data = dataOfOwnCommand(tld.dialect.ownCommands(), intent)
    if ('kind' in data) return data
    const verb = tld.dialect.verbs[intent.verb]!
    const command = verb.command(object, data.data, tld)
    return this.change.carryOut(execution, {
      command: command.name,
      send: () => this.exchange.send(execution, object, command),
      judge: (sent) =>
        this.exchange.judge(execution, (seen) =>
          judgeLostVerb(seen, sent, {
            ...verb,
            isDone: verb.isDone && ((domain) => verb.isDone?.(domain, data.data) ?? false),
          }),
        ),
      isIdempotent: true,
    })
  }
}
