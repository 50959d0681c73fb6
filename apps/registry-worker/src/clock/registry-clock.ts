import { Inject, Injectable } from '@nestjs/common'
import { z } from 'zod'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'

const state = z.object({ nextDue: z.iso.datetime().nullable() })

/** The time of the sandbox registry, by its control port. */
@Injectable()
export class RegistryClock {
  constructor(@Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig) {}

  /** When it next does something of itself. */
  async nextDue(): Promise<Date | undefined> {
    const { nextDue } = state.parse(await this.ask({ method: 'GET' }))
    return nextDue === null ? undefined : new Date(nextDue)
  }

  /** Puts it so many seconds ahead of the machine's time, and has it do what is due by then. */
  async putAhead(secondsAhead: number): Promise<void> {
    await this.ask({ method: 'PUT', body: JSON.stringify({ secondsAhead }) })
  }

  private async ask(request: RequestInit): Promise<unknown> {
    const response = await fetch(new URL('/clock', this.config.REGISTRY_SANDBOX_CONTROL_URL), request)
    if (!response.ok) throw new Error(`the sandbox registry answers ${response.status} when its clock is asked for`)
    return response.json()
  }
}
