import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Effects, type EffectHandler } from '../lifecycle/effects'
import { DesiredState } from './desired-state'
import { Submissions } from './submissions'

/** Carries out the effects of transitions that change or check a domain at its registry. */
@Injectable()
export class RegistryEffects implements OnModuleInit {
  constructor(
    private readonly effects: Effects,
    private readonly submissions: Submissions,
    private readonly desired: DesiredState,
  ) {}

  onModuleInit(): void {
    this.effects.register({
      park: this.restoreSettings,
      unpark: this.restoreSettings,
      hold: (tx, domain, { cause }) => {
        const { statuses } = this.desired.of(domain)
        const command = { kind: 'domain.update', intent: { name: domain.name, desired: { statuses } } } as const
        return this.submissions.submit(tx, domain, command, { purpose: 'update', cause })
      },
      delete: (tx, domain, { cause, freesHosts = true, isReturned }) => {
        const intent = { name: domain.name, freesHosts, ...(isReturned && { isReturned }) }
        const command = { kind: 'domain.delete', intent } as const
        return this.submissions.submit(tx, domain, command, { purpose: 'delete', cause })
      },
      check: (tx, domain, { cause, isRoutine }) => {
        const intent = { name: domain.name }
        const command = { kind: 'domain.inspect', intent, ...(isRoutine && { isRoutine }) } as const
        return this.submissions.submit(tx, domain, command, { purpose: 'info', cause })
      },
    })
  }

  private readonly restoreSettings: EffectHandler = (tx, domain, { cause }) => {
    const command = { kind: 'domain.update', intent: { name: domain.name, desired: this.desired.of(domain) } } as const
    return this.submissions.submit(tx, domain, command, { purpose: 'update', cause })
  }
}
